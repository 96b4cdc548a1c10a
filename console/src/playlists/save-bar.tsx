import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { toRequestItems, type Draft } from './draft.js';
import { itemWords } from './playlist-list.js';
import { isChangedMeanwhile, type SavingPlaylist } from './use-save-playlist.js';

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
    return <OthersChange stored={stored} saving={saving} onMine={() => save(stored.revision)} onTheirs={onUndo} />;
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

type OthersProps = {
  readonly stored: ConsolePlaylist;
  readonly saving: SavingPlaylist;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
};

// Two people at one playlist: nothing is lost, and the one who sees this decides.
const OthersChange = ({ stored, saving, onMine, onTheirs }: OthersProps): ReactNode => (
  <Alert
    color="yellow"
    variant="light"
    role="alert"
    icon={<IconUsers aria-hidden />}
    title="Somebody else changed this playlist meanwhile"
  >
    <Text size="sm">
      Nothing of yours is saved yet, and all of it is still above. Theirs is called «{stored.name}»,{' '}
      {itemWords(stored.items.length).toLowerCase()}: {stored.items.map(({ media }) => media.name).join(', ')}.
    </Text>
    <Group gap="sm" mt="sm">
      <Button size="xs" loading={saving.isPending} onClick={onMine}>
        Use mine
      </Button>
      <Button size="xs" variant="default" disabled={saving.isPending} onClick={onTheirs}>
        Use theirs
      </Button>
    </Group>
  </Alert>
);
