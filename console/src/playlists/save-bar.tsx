import { Button, Group, Text } from '@mantine/core';
import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import type { ReactNode } from 'react';
import { ChangedMeanwhile, isChangedMeanwhile } from '../ui/changed-meanwhile.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { toRequestItems, type Draft } from './draft.js';
import { itemWords } from './playlist-list.js';
import type { SavingPlaylist } from './use-save-playlist.js';

type Props = {
  readonly isChanged: boolean;
  readonly draft: Draft;
  readonly stored: ConsolePlaylist;
  readonly saving: SavingPlaylist;
  readonly onUndo: () => void;
};

export function SaveBar({ isChanged, draft, stored, saving, onUndo }: Props): ReactNode {
  const save = (revision: number): void =>
    saving.mutate({ revision, name: draft.name.trim(), items: toRequestItems(draft.items) });
  if (isChanged && draft.revision !== stored.revision) {
    return (
      <ChangedMeanwhile
        what="this playlist"
        isSaving={saving.isPending}
        onMine={() => save(stored.revision)}
        onTheirs={onUndo}
      >
        <Text size="sm" mt="xs">
          Theirs is called «{stored.name}», {itemWords(stored.items.length).toLowerCase()}:{' '}
          {stored.items.map(({ media }) => media.name).join(', ')}.
        </Text>
      </ChangedMeanwhile>
    );
  }
  return (
    <>
      {saving.isError && !isChangedMeanwhile(saving.error) && <ErrorNotice failure={saving.error} title="Not saved" />}
      <Group>
        <Button
          disabled={!isChanged || draft.name.trim() === ''}
          loading={saving.isPending}
          onClick={() => save(draft.revision)}
        >
          Save
        </Button>
        {isChanged && (
          <Button variant="subtle" disabled={saving.isPending} onClick={onUndo}>
            Undo
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {isChanged ? 'Not saved yet' : saving.isSuccess && 'Saved'}
        </Text>
      </Group>
    </>
  );
}
