import { Group, Modal, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { PlaylistSummary } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { LinkButton } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { PlayPreview } from '../ui/play-preview.js';
import { Quiet } from '../ui/quiet.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';

type Props = { readonly playlist: PlaylistSummary; readonly onClose: () => void };

// What a playlist plays, without leaving the list; Space puts it back.
export function PreviewDialog({ playlist: { id, name }, onClose }: Props): ReactNode {
  const query = useQuery(endpointQuery('getConsolePlaylist', { params: { id } }));
  const onBroken = useRefreshBroken('getConsolePlaylist');
  useHotkeys([['Space', ({ target }) => target instanceof HTMLButtonElement || onClose(), { preventDefault: false }]]);
  return (
    <Modal opened onClose={onClose} title={name} size="xl" returnFocus={false}>
      <Loaded query={query} what="The playlist">
        {({ items }) => (
          <Stack>
            {items.length === 0 ? (
              <Quiet>Nothing is in it any more.</Quiet>
            ) : (
              <PlayPreview landscape={items} portrait={items} onBroken={onBroken} />
            )}
            <Group justify="flex-end">
              <LinkButton variant="default" to="/playlists/$id" params={{ id }}>
                Open the playlist
              </LinkButton>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
