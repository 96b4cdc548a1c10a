import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay, IconPlaylist, IconPlus } from '@tabler/icons-react';
import { PLAYLIST_ITEMS_MAX, PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import { useState, type ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { formatLength } from '../ui/format-length.js';
import { MediaPicker } from '../ui/media-picker.js';
import { PageHeader } from '../ui/page-header.js';
import { secondsOf, toDraft, toDraftItem, isSame, type Draft, type DraftItem } from './draft.js';
import { ItemList } from './item-list.js';
import { itemWords } from './playlist-list.js';
import { PlaylistPreview } from './playlist-preview.js';
import { PlaylistSide } from './playlist-side.js';
import './playlists.css';
import { SaveBar } from './save-bar.js';

import { useSavePlaylist } from './use-save-playlist.js';

type Props = { readonly stored: ConsolePlaylist; readonly defaultSeconds: number };

// What is changed stays in the draft until it is saved or given up, whatever others do meanwhile.
export function PlaylistEditor({ stored, defaultSeconds }: Props): ReactNode {
  const [typed, setTyped] = useState<Draft>();
  const draft = typed ?? toDraft(stored);
  const saving = useSavePlaylist(stored.id, () => setTyped(undefined));
  const [isPicking, picking] = useDisclosure(false);
  const [isPlaying, playing] = useDisclosure(false);
  const change = (part: Partial<Draft>): void => {
    saving.reset();
    setTyped({ ...draft, ...part });
  };
  const total = draft.items.reduce((sum, item) => sum + secondsOf(item, defaultSeconds), 0);
  return (
    <>
      <PageHeader
        title={stored.name}
        description={
          draft.items.length === 0 ? 'Empty' : `${itemWords(draft.items.length)}, ${formatLength(total)} a round`
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              disabled={draft.items.length === 0}
              onClick={playing.open}
            >
              Preview
            </Button>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={draft.items.length >= PLAYLIST_ITEMS_MAX}
              onClick={picking.open}
            >
              Add media
            </Button>
          </>
        }
      />
      <div className="playlist-columns">
        <Stack>
          <TextInput
            label="Name"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
            error={draft.name.trim() === '' && 'A playlist needs a name.'}
          />
          <Items draft={draft} defaultSeconds={defaultSeconds} onChange={(items) => change({ items })} />
          <SaveBar
            isChanged={typed !== undefined && !isSame(draft, stored)}
            draft={draft}
            stored={stored}
            saving={saving}
            onUndo={() => setTyped(undefined)}
          />
        </Stack>
        <PlaylistSide stored={stored} />
      </div>
      <MediaPicker
        opened={isPicking}
        onClose={picking.close}
        onPick={(media) => change({ items: [...draft.items, ...media.map(toDraftItem)].slice(0, PLAYLIST_ITEMS_MAX) })}
      />
      <PlaylistPreview
        opened={isPlaying}
        onClose={playing.close}
        items={draft.items.map((item) => ({ ...item, durationSeconds: secondsOf(item, defaultSeconds) }))}
      />
    </>
  );
}

type ItemsProps = {
  readonly draft: Draft;
  readonly defaultSeconds: number;
  readonly onChange: (items: readonly DraftItem[]) => void;
};

function Items({ draft, defaultSeconds, onChange }: ItemsProps): ReactNode {
  if (draft.items.length === 0) {
    return (
      <EmptyState icon={IconPlaylist} title="Nothing to show yet">
        Add media from the library with the button above, then drag them into their order.
      </EmptyState>
    );
  }
  return (
    <Card withBorder p={0}>
      <ItemList items={draft.items} defaultSeconds={defaultSeconds} onChange={onChange} />
      <Group px="md" py="xs">
        <Text size="xs" c="dimmed">
          To move an item by keyboard: Tab to its handle, Space, arrow keys, Space.
        </Text>
      </Group>
    </Card>
  );
}
