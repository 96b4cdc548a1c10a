import { useQueryClient } from '@tanstack/react-query';
import { NotFoundError } from '@vitrine/client';
import { call } from '../api/call.js';
import { notifyUndo } from '../ui/notify.js';
import { restoreTrashed } from '../ui/restore-trashed.js';
import type { OnDone } from '../ui/use-many.js';
import { copyPlaylist } from './use-copy-playlist.js';
import { usePlaylistChanged } from './use-playlist-saving.js';

type Named = { readonly id: string; readonly name: string };

export const countPlaylists = (count: number): string => `${count} ${count === 1 ? 'playlist' : 'playlists'}`;

// Into the trash, and back from the notice. Who lost one to somebody else's deletion has lost nothing.
export function useDeletePlaylists() {
  const queryClient = useQueryClient();
  const onChanged = usePlaylistChanged();
  return async (ids: readonly string[], onDone?: OnDone, name?: string): Promise<void> => {
    const deleted: string[] = [];
    const words = () =>
      name === undefined
        ? `${countPlaylists(deleted.length)} ${deleted.length === 1 ? 'is' : 'are'} in the trash.`
        : `“${name}” is in the trash.`;
    const end = (): void => {
      onChanged();
      void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
      if (deleted.length > 0) notifyUndo(words(), () => restoreTrashed(queryClient, deleted));
    };
    const remove = (id: string): Promise<unknown> =>
      call('deletePlaylist', { params: { id } })
        .then(() => deleted.push(id))
        .catch((thrown: unknown) => {
          if (!(thrown instanceof NotFoundError)) throw thrown;
        });
    await oneByOne(ids, remove, onDone).finally(end);
  };
}

// Copies under names of their own, beside the others.
export function useCopyPlaylists() {
  const onChanged = usePlaylistChanged();
  const takeBack = async (ids: readonly string[]): Promise<void> => {
    await oneByOne(ids, (id) => call('deletePlaylist', { params: { id } })).finally(onChanged);
  };
  return async (sources: readonly Named[], onDone: OnDone, onCopied: (id: string) => void): Promise<void> => {
    const made: string[] = [];
    const copy = async (source: Named): Promise<void> => {
      made.push((await copyPlaylist(source)).id);
      onCopied(source.id);
    };
    await oneByOne(sources, copy, onDone).finally(() => {
      onChanged();
      if (made.length > 0) notifyUndo(`${countPlaylists(made.length)} copied.`, () => takeBack(made));
    });
  };
}

// What was done until one failed stays done, and can be undone.
async function oneByOne<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onDone: OnDone = () => {},
): Promise<void> {
  for (const [at, item] of items.entries()) {
    onDone(at, items.length);
    await work(item);
  }
}
