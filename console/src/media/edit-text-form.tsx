import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DESCRIPTION_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import { MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ChangedMeanwhile, isChangedMeanwhile } from '../ui/changed-meanwhile.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { useKeepItem } from './use-keep-item.js';

type Draft = { readonly name: string; readonly description: string; readonly revision: number };

const toDraft = ({ name, description, revision }: ConsoleMedia): Draft => ({
  name,
  description: description ?? '',
  revision,
});

// Name and description. What was typed stays until it is saved or given up, whatever others do meanwhile.
export function EditTextForm({ media }: { readonly media: ConsoleMedia }): ReactNode {
  const stored = toDraft(media);
  const [typed, setTyped] = useState<Draft>();
  const saving = useSave(media.id, () => setTyped(undefined));
  const draft = typed ?? stored;
  const type = (parts: Partial<Draft>): void => {
    saving.reset();
    setTyped({ ...draft, ...parts });
  };
  const isChanged = draft.name.trim() !== stored.name || draft.description !== stored.description;
  const isConflict = isChanged && draft.revision !== stored.revision;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isConflict) saving.mutate(draft);
  };
  return (
    <form onSubmit={save} noValidate aria-label="Name and description">
      <Stack>
        <TextInput
          label="Name"
          value={draft.name}
          maxLength={MEDIA_NAME_CHARACTERS_MAX}
          error={draft.name.trim() === '' && 'An item needs a name.'}
          required
          onChange={({ currentTarget }) => type({ name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          value={draft.description}
          maxLength={DESCRIPTION_CHARACTERS_MAX}
          autosize
          minRows={2}
          maxRows={10}
          onChange={({ currentTarget }) => type({ description: currentTarget.value })}
        />
        {isConflict ? (
          <ChangedMeanwhile
            what="this"
            isSaving={saving.isPending}
            onMine={() => saving.mutate({ ...draft, revision: stored.revision })}
            onTheirs={() => setTyped(undefined)}
          >
            <Text size="sm">They wrote:</Text>
            <div className="media-theirs">
              <Text size="sm" fw={600}>
                {stored.name}
              </Text>
              <Text size="sm">{stored.description === '' ? 'No description' : stored.description}</Text>
            </div>
          </ChangedMeanwhile>
        ) : (
          <Group gap="sm">
            <Button type="submit" loading={saving.isPending} disabled={!isChanged || draft.name.trim() === ''}>
              Save
            </Button>
            {isChanged && (
              <Button variant="subtle" onClick={() => setTyped(undefined)} disabled={saving.isPending}>
                Undo
              </Button>
            )}
            <Text size="sm" c="dimmed" role="status">
              {saving.isSuccess && !isChanged && 'Saved'}
            </Text>
          </Group>
        )}
        {saving.isError && !isConflict && !isChangedMeanwhile(saving.error) && (
          <ErrorNotice failure={saving.error} title="Not saved" />
        )}
      </Stack>
    </form>
  );
}

function useSave(id: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  const keep = useKeepItem();
  return useMutation({
    mutationFn: ({ name, description, revision }: Draft) =>
      call('updateMedia', { params: { id }, body: { name: name.trim(), description: description || null, revision } }),
    onSuccess: (media) => {
      keep(media);
      onSaved();
    },
    // The other's words are read, so that they can be shown beside one's own.
    onError: (thrown) => {
      if (isChangedMeanwhile(thrown)) return queryClient.invalidateQueries({ queryKey: ['getConsoleMedia'] });
      return undefined;
    },
  });
}
