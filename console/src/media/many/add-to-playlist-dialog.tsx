import { Button, Group, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PLAYLIST_ITEMS_MAX, PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { PlaylistSummary } from '@vitrine/contract/playlists';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.js';
import { endpointQuery } from '../../api/endpoint-query.js';
import { Dialog } from '../../ui/dialog.js';
import { countItems } from '../../ui/format-length.js';
import { makeOnce } from '../../ui/make-once.js';
import { notifyUndo } from '../../ui/notify.js';
import { Quiet } from '../../ui/quiet.js';
import { addItemsOnce } from './add-items-once.js';
import type { ManyDialogProps } from './many-dialog.js';

const WAIT_MS = 200;

type Props = Pick<ManyDialogProps, 'ids' | 'many' | 'onClose'> & {
  // "“Front door”", where it is not a number of items.
  readonly what?: string;
  readonly onDone?: () => void;
};

// The items go to the end of a playlist, in the order of the library; or into a new one of the name that was typed.
export function AddToPlaylistDialog({ ids, what = countItems(ids.length), many, onClose, onDone }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), WAIT_MS);
  const found = useQuery({
    ...endpointQuery('listConsolePlaylists', { query: { q: search, limit: 50 } }),
    placeholderData: keepPreviousData,
  });
  const { add, create } = useAddToPlaylist(ids, what);
  const start = (work: () => Promise<unknown>): void => {
    const run = async (): Promise<void> => {
      await work();
      onDone?.();
    };
    many.run('Adding to the playlist', run, 'Not added');
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={`Add ${what} to a playlist`}>
      <Stack gap="sm">
        <TextInput
          label="Playlist"
          description={`${ids.length === 1 ? 'It comes' : 'They come'} last. Campaigns that play the list show ${ids.length === 1 ? 'it' : 'them'} once they are published again.`}
          placeholder="Find one, or name a new one"
          maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        <ScrollArea.Autosize mah="40vh" type="auto">
          <ul className="plain-list media-choices" aria-label="Playlists">
            {found.data?.items.map(({ id, name, itemCount }) => {
              const isFull = itemCount + ids.length > PLAYLIST_ITEMS_MAX;
              return (
                <li key={id}>
                  <UnstyledButton
                    className="media-choice"
                    disabled={isFull}
                    onClick={() => start(() => add(id, itemCount))}
                  >
                    <IconPlaylist size={18} aria-hidden />
                    <Text size="sm" truncate flex={1}>
                      {name}
                    </Text>
                    <Quiet size="xs">{isFull ? `full: ${countItems(itemCount)}` : countItems(itemCount)}</Quiet>
                  </UnstyledButton>
                </li>
              );
            })}
          </ul>
        </ScrollArea.Autosize>
        {found.data?.items.length === 0 && <Quiet>No playlist has this name.</Quiet>}
        <Group justify="flex-end" className="dialog-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={typed.trim() === '' || ids.length > PLAYLIST_ITEMS_MAX}
            onClick={() => start(() => create(typed.trim()))}
          >
            New playlist
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

// Behind what is in it at that moment. Undone where nobody has changed the playlist since.
function useAddToPlaylist(mediaIds: readonly string[], what: string) {
  const queryClient = useQueryClient();
  const refresh = (): void => {
    for (const name of FOLLOWING) void queryClient.invalidateQueries({ queryKey: [name] });
  };
  const takeOut = async (id: string, revision: number): Promise<void> => {
    const { items } = await call('getConsolePlaylist', { params: { id } });
    const kept = items.slice(0, -mediaIds.length).map(({ mediaId, ownSeconds }) => ({ mediaId, ownSeconds }));
    await call('updatePlaylist', { params: { id }, body: { revision, items: kept } });
    refresh();
  };
  return {
    add: async (id: string, itemCount: number): Promise<void> => {
      const { name, revision } = await addItemsOnce<Pick<PlaylistSummary, 'name' | 'revision'>>(
        { id, itemCount, mediaIds },
        {
          read: () => call('getConsolePlaylist', { params: { id } }),
          add: () => call('addPlaylistItems', { params: { id }, body: { mediaIds: [...mediaIds] } }),
        },
      );
      refresh();
      notifyUndo(`${what} added to “${name}”.`, () => takeOut(id, revision));
    },
    create: async (name: string): Promise<void> => {
      const items = mediaIds.map((mediaId) => ({ mediaId, ownSeconds: null }));
      const { id } = await makeOnce(`${name} of ${mediaIds.join(' ')}`, (id) =>
        call('createPlaylist', { body: { id, name, items } }),
      );
      refresh();
      notifyUndo(`The playlist “${name}” has ${what}.`, async () => {
        await call('deletePlaylist', { params: { id } });
        refresh();
      });
    },
  };
}

// What shows playlists, or what they play.
const FOLLOWING = [
  'listConsolePlaylists',
  'getConsolePlaylist',
  'getConsoleMedia',
  'previewPublish',
  'getConsoleCampaign',
  'listConsoleCampaigns',
] as const;
