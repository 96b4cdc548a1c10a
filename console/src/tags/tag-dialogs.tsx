import { Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TAG_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { Dialog } from '../ui/dialog.js';
import { textIn } from '../ui/form-fields.js';
import { notifyDone } from '../ui/notify.js';
import { useTags } from '../ui/tag-input.js';

type Props = { readonly tag: CountedTag; readonly onClose: () => void };

// Names of tags are shown nearly everywhere.
function useTagsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['listTagCounts'] });
    void queryClient.invalidateQueries();
  };
}

export function RenameTagDialog({ tag, onClose }: Props): ReactNode {
  const onChanged = useTagsChanged();
  const renaming = useMutation({
    mutationFn: (name: string) => call('renameTag', { params: { id: tag.id }, body: { name } }),
    onSuccess: async () => {
      await onChanged();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Rename the tag “${tag.name}”`}>
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
          defaultValue={tag.name}
          maxLength={TAG_NAME_CHARACTERS_MAX}
          required
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}

export function MergeTagDialog({ tag, onClose }: Props): ReactNode {
  const [into, setInto] = useState<string | null>(null);
  const others = useTags().filter(({ id }) => id !== tag.id);
  const onChanged = useTagsChanged();
  const merging = useMutation({
    mutationFn: (id: string) => call('mergeTag', { params: { id: tag.id }, body: { into: id } }),
    onSuccess: async ({ name }) => {
      notifyDone(`“${tag.name}” is now “${name}”.`);
      await onChanged();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={`Merge the tag “${tag.name}”`}>
      <DialogForm
        label="Merge"
        hasList
        failureTitle="Not merged"
        sending={merging}
        disabled={into === null}
        onCancel={onClose}
        onSend={() => void (into !== null && merging.mutate(into))}
      >
        <Select
          label="Into"
          description={`What carries “${tag.name}” carries the other one instead. This cannot be undone.`}
          placeholder="Choose a tag"
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={into}
          onChange={setInto}
          searchable
          limit={100}
          nothingFoundMessage="No tag has this name"
          comboboxProps={{ shadow: 'md' }}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}

export function DeleteTagDialog({ tag, onClose }: Props): ReactNode {
  const onChanged = useTagsChanged();
  const uses = [
    tag.mediaCount > 0 && (tag.mediaCount === 1 ? '1 media item' : `${tag.mediaCount} media items`),
    tag.campaignCount > 0 && (tag.campaignCount === 1 ? '1 campaign' : `${tag.campaignCount} campaigns`),
  ].filter((words) => words !== false);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the tag “${tag.name}”?`}
      confirmLabel="Delete"
      isDangerous
      onConfirm={async () => {
        await call('deleteTag', { params: { id: tag.id } });
        await onChanged();
      }}
    >
      <Text size="sm">
        {uses.length === 0
          ? 'Nothing carries it. This cannot be undone.'
          : `It is taken off ${uses.join(' and ')}, which stay as they are otherwise. This cannot be undone.`}
      </Text>
    </ConfirmDialog>
  );
}
