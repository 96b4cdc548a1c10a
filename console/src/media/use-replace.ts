import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { UploadError } from '@vitrine/client';
import type { ConsoleMedia, ReplacedMedia } from '@vitrine/contract/media';
import { call } from '../api/call.js';
import { notifyDone, notifyWith } from '../ui/notify.js';
import { uploadFile } from './uploads/upload-file.js';

// Uploaded like any file, then one request puts it into all places. Who has gone elsewhere meanwhile stays there.
export function useReplace({ id, name }: ConsoleMedia) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (file: File): Promise<ReplacedMedia> => {
      const { media, isNew } = await uploadFile(file);
      if (media.id === id) throw new UploadError('This is the same file. Choose another one.');
      const replaced = await call('replaceMedia', { params: { id }, body: { by: media.id } });
      if (isNew && media.name !== name) await takeName(media.id, name);
      return replaced;
    },
    onSuccess: ({ id: newId, playlists, playedIn }) => {
      void queryClient.invalidateQueries();
      const words = toWords(name, playlists.length, playedIn);
      const next = { to: '/media/$id', params: { id: newId } } as const;
      const old = router.buildLocation({ to: '/media/$id', params: { id } });
      if (router.latestLocation.pathname !== old.pathname) {
        notifyWith(words, 'Show it', () => void router.navigate(next));
        return;
      }
      notifyDone(words);
      void router.navigate({ ...next, replace: true });
    },
  });
}

export async function takeName(id: string, name: string): Promise<void> {
  const { revision } = await call('getConsoleMedia', { params: { id } });
  await call('updateMedia', { params: { id }, body: { revision, name } });
}

function toWords(name: string, playlists: number, playedIn: ReplacedMedia['playedIn']): string {
  const places = playlists === 0 ? '' : ` in ${playlists === 1 ? '1 playlist' : `${playlists} playlists`}`;
  // One that ended here, and plays on in another time zone, is published no more.
  const playing = playedIn.filter(({ status }) => status !== 'ended');
  const live = playing.map((campaign) => `“${campaign.name}”`).join(', ');
  return `“${name}” is replaced${places}.${live === '' ? '' : ` Publish ${live} to show the new file.`}`;
}
