import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { newId } from '../ui/new-id.js';
import { notifyDone } from '../ui/notify.js';

type Source = { readonly id: string; readonly name: string };

export const nameOfCopy = (name: string): string => `Copy of ${name}`.slice(0, PLAYLIST_NAME_CHARACTERS_MAX);

// Makes a copy with the same items and times, and leads to it.
export function useCopyPlaylist(): (source: Source) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (source) => {
    const id = newId();
    const copy = await call('createPlaylist', { body: { id, name: nameOfCopy(source.name), copyOf: source.id } });
    queryClient.setQueryData(endpointQuery('getConsolePlaylist', { params: { id } }).queryKey, copy);
    void queryClient.invalidateQueries({ queryKey: ['listConsolePlaylists'] });
    await navigate({ to: '/playlists/$id', params: { id } });
    notifyDone(`This is the copy of “${source.name}”.`);
  };
}
