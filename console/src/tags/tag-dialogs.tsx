import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import { TAG_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { Dialog } from '../ui/dialog.js';
import { textIn } from '../ui/form-fields.js';
import { notifyUndo } from '../ui/notify.js';
import { restoreTrashed } from '../ui/restore-trashed.js';
import { noTagWords, useTags } from '../ui/tag-input.js';
import { countTags, useWords } from './tag-words.js';

type TagDialogProps = {
  // One or several.
  readonly tags: readonly CountedTag[];
  readonly onClose: () => void;
  // Of those that are not there any more, also when others of them are.
  readonly onGone: (ids: readonly string[]) => void;
  readonly onDone?: () => void;
};

const TRASH_WORDS = `can be brought back from the trash for ${TRASH_DAYS} days.`;

// Names of tags are shown nearly everywhere.
function useTagsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['listTagCounts'] });
    void queryClient.invalidateQueries();
  };
}

// One after the other. What went can be taken back, also when one of them did not go.
function useTake({ onGone, onDone }: Pick<TagDialogProps, 'onGone' | 'onDone'>) {
  const queryClient = useQueryClient();
  const onChanged = useTagsChanged();
  return async (
    tags: readonly CountedTag[],
    take: (tag: CountedTag) => Promise<unknown>,
    words: (gone: readonly CountedTag[]) => string,
  ): Promise<void> => {
    const gone: CountedTag[] = [];
    try {
      for (const tag of tags) {
        await take(tag);
        gone.push(tag);
      }
    } finally {
      const ids = gone.map(({ id }) => id);
      if (gone.length > 0) notifyUndo(words(gone), () => restoreTrashed(queryClient, ids));
      await onChanged();
      onGone(ids);
    }
    onDone?.();
  };
}

const namesOf = (tags: readonly CountedTag[]): string =>
  tags.length === 1 ? `“${tags[0]?.name ?? ''}”` : countTags(tags.length);
const areWords = (tags: readonly CountedTag[]): string => `${namesOf(tags)} ${tags.length === 1 ? 'is' : 'are'}`;

export function RenameTagDialog({ tags: [tag], onClose }: TagDialogProps): ReactNode {
  const onChanged = useTagsChanged();
  const renaming = useMutation({
    mutationFn: (name: string) => call('renameTag', { params: { id: tag?.id ?? '' }, body: { name } }),
    onSuccess: async () => {
      await onChanged();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Rename the tag “${tag?.name}”`}>
      <DialogForm
        label="Rename"
        failureTitle="Not renamed"
        sending={renaming}
        onCancel={onClose}
        onSend={(form) => renaming.mutate(textIn(form, 'name'))}
      >
        <TextInput
          name="name"
          label="Name"
          description="Everything that carries it carries the new name. Integrations read it at once; the id stays."
          defaultValue={tag?.name}
          maxLength={TAG_NAME_CHARACTERS_MAX}
          required
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}

// Several become the one of them that is used most, unless another is chosen.
export function MergeTagsDialog({ tags, onClose, ...told }: TagDialogProps): ReactNode {
  const isOne = tags.length === 1;
  const [into, setInto] = useState(() => (isOne ? null : mostUsed(tags)));
  const all = useTags();
  // Those that are known are offered until all have come: a choice that came later would overwrite what is typed.
  const choices = (all ?? tags).filter(({ id }) => !isOne || id !== tags[0]?.id);
  const take = useTake(told);
  const merging = useMutation({
    mutationFn: ({ id: into, name }: { readonly id: string; readonly name: string }) =>
      take(
        tags.filter(({ id }) => id !== into),
        ({ id }) => call('mergeTag', { params: { id }, body: { into } }),
        (gone) => `${areWords(gone)} now “${name}”.`,
      ),
    onSuccess: onClose,
  });
  const chosen = choices.find(({ id }) => id === into);
  return (
    <Dialog opened onClose={onClose} title={isOne ? `Merge the tag ${namesOf(tags)}` : `Merge ${namesOf(tags)}`}>
      <DialogForm
        label="Merge"
        hasList
        failureTitle="Not merged"
        sending={merging}
        disabled={chosen === undefined}
        onCancel={onClose}
        onSend={() => void (chosen !== undefined && merging.mutate(chosen))}
      >
        <Select
          label="Into"
          description={`What carries ${isOne ? namesOf(tags) : 'any of them'} carries this one instead. ${isOne ? 'It' : 'The others'} ${TRASH_WORDS}`}
          placeholder="Choose a tag"
          data={choices.map(({ id, name }) => ({ value: id, label: name }))}
          value={into}
          onChange={setInto}
          searchable
          limit={100}
          nothingFoundMessage={noTagWords(all)}
          comboboxProps={{ shadow: 'md' }}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}

const usesOf = ({ mediaCount, campaignCount, screenCount }: CountedTag): number =>
  mediaCount + campaignCount + screenCount;

const mostUsed = (tags: readonly CountedTag[]): string | null =>
  tags.toSorted((a, b) => usesOf(b) - usesOf(a))[0]?.id ?? null;

export function DeleteTagsDialog({ tags, onClose, ...told }: TagDialogProps): ReactNode {
  const take = useTake(told);
  const isOne = tags.length === 1;
  const uses = useWords(tags);
  const they = isOne ? 'It' : 'They';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isOne ? `Delete the tag ${namesOf(tags)}?` : `Delete ${namesOf(tags)}?`}
      confirmLabel="Delete"
      isDangerous
      onConfirm={() =>
        take(
          tags,
          ({ id }) => call('deleteTag', { params: { id } }),
          (gone) => `${areWords(gone)} in the trash.`,
        )
      }
    >
      {uses === ''
        ? `Nothing carries ${isOne ? 'it' : 'them'}. ${they} ${TRASH_WORDS}`
        : `${they} ${isOne ? 'is' : 'are'} taken off ${uses}, which stay as they are otherwise. ${they} ${TRASH_WORDS}`}
      {tags.some(({ screenCount }) => screenCount > 0) &&
        ' A screen that loses its last tag plays everything that runs.'}
    </ConfirmDialog>
  );
}
