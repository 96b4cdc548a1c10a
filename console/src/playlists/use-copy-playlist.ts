import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { makeOnce } from '../ui/make-once.js';
import { notifyDone } from '../ui/notify.js';

type Source = { readonly id: string; readonly name: string };

const nameOfCopy = (name: string): string => `Copy of ${name}`.slice(0, PLAYLIST_NAME_CHARACTERS_MAX);

export const copyPlaylist = ({ id: copyOf, name }: Source): Promise<ConsolePlaylist> =>
  makeOnce(`copy of ${copyOf}`, (id) => call('createPlaylist', { body: { id, name: nameOfCopy(name), copyOf } }));

// Makes a copy with the same items and times, and leads to it.
export function useCopyPlaylist(): (source: Source) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (source) => {
    const copy = await copyPlaylist(source);
    const { id } = copy;
    queryClient.setQueryData(endpointQuery('getConsolePlaylist', { params: { id } }).queryKey, copy);
    void queryClient.invalidateQueries({ queryKey: ['listConsolePlaylists'] });
    await navigate({ to: '/playlists/$id', params: { id } });
    notifyDone(`This is the copy of “${source.name}”.`);
  };
}
