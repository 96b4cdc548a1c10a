import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { NameDialog } from '../ui/name-dialog.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = async (id: string, name: string): Promise<void> => {
    const playlist = await call('createPlaylist', { body: { id, name } });
    queries.setQueryData(endpointQuery('getConsolePlaylist', { params: { id: playlist.id } }).queryKey, playlist);
    void queries.invalidateQueries({ queryKey: ['listConsolePlaylists'] });
    await navigate({ to: '/playlists/$id', params: { id: playlist.id } });
  };
  return (
    <NameDialog
      opened={opened}
      onClose={onClose}
      title="New playlist"
      placeholder="Front window"
      maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
      failureTitle="No playlist was made"
      onCreate={create}
    />
  );
}
