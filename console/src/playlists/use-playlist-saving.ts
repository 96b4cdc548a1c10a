import { useQueryClient } from '@tanstack/react-query';
import type { ConsolePlaylist, UpdatePlaylistRequest } from '@vitrine/contract/playlists';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { useSaving } from '../ui/use-draft.js';

// Campaigns show what publishing would change.
const FOLLOWING = [
  'listConsolePlaylists',
  'listConsoleCampaigns',
  'previewPublish',
  'getConsoleCampaign',
  'getConsoleMedia',
] as const;

export function usePlaylistChanged(): () => void {
  const queryClient = useQueryClient();
  return () => FOLLOWING.forEach((name) => void queryClient.invalidateQueries({ queryKey: [name] }));
}

export function usePlaylistSaving(id: string) {
  const queryClient = useQueryClient();
  const onChanged = usePlaylistChanged();
  return useSaving(
    'getConsolePlaylist',
    (body: UpdatePlaylistRequest) => call('updatePlaylist', { params: { id }, body }),
    (playlist: ConsolePlaylist) => {
      queryClient.setQueryData(endpointQuery('getConsolePlaylist', { params: { id } }).queryKey, playlist);
      onChanged();
    },
  );
}
