import { useQueryClient } from '@tanstack/react-query';
import { NotFoundError } from '@vitrine/client';
import { call } from '../api/call.js';
import { notifyDone } from '../ui/notify.js';
import { restoreTrashed } from '../ui/restore-trashed.js';

type OnGone = (ids: readonly string[]) => void;

// Told what is in the trash no more: it may be chosen.
export function useRestore(onGone: OnGone) {
  const queryClient = useQueryClient();
  return async (ids: readonly string[], done: string): Promise<void> => {
    await restoreTrashed(queryClient, ids);
    onGone(ids);
    notifyDone(done);
  };
}

export function usePurge(onGone: OnGone) {
  const queryClient = useQueryClient();
  return async (ids: readonly string[]): Promise<void> => {
    const gone: string[] = [];
    try {
      for (const id of ids) {
        await call('purgeTrashed', { params: { id } }).catch(unlessGone);
        gone.push(id);
      }
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['listTrash'] });
      onGone(gone);
      void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
    }
  };
}

// By somebody else, or by a try whose answer was lost.
function unlessGone(thrown: unknown): void {
  if (!(thrown instanceof NotFoundError)) throw thrown;
}
