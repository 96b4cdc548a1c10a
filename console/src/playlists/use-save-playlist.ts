import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsolePlaylist, UpdatePlaylistRequest } from '@vitrine/contract/console/playlists';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { isChangedMeanwhile } from '../ui/changed-meanwhile.js';

export function useSavePlaylist(id: string, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdatePlaylistRequest) => call('updatePlaylist', { params: { id }, body }),
    onSuccess: (playlist: ConsolePlaylist) => {
      queries.setQueryData(endpointQuery('getConsolePlaylist', { params: { id } }).queryKey, playlist);
      // Campaigns show what publishing would change.
      for (const name of ['listConsolePlaylists', 'previewPublish', 'getConsoleCampaign', 'getConsoleMedia']) {
        void queries.invalidateQueries({ queryKey: [name] });
      }
      onSaved();
    },
    // The other's version is read, so that it can be told apart from one's own.
    onError: (thrown) =>
      isChangedMeanwhile(thrown) ? queries.invalidateQueries({ queryKey: ['getConsolePlaylist'] }) : undefined,
  });
}

export type SavingPlaylist = ReturnType<typeof useSavePlaylist>;
