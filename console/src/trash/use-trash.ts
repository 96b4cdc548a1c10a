import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RESTORED_MAX } from '@vitrine/contract/console-limits';
import { call } from '../api/call.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';

// Everything may be elsewhere again: lists, drafts, what is used.
export function useRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids }: { readonly ids: readonly string[]; readonly done: string }) => {
      for (let at = 0; at < ids.length; at += RESTORED_MAX) {
        await call('restoreTrashed', { body: { ids: ids.slice(at, at + RESTORED_MAX) } });
      }
    },
    onSuccess: (_, { done }) => {
      notifyDone(done);
      void queryClient.invalidateQueries();
    },
    onError: (thrown) => notifyFailure(thrown, 'It was not brought back'),
  });
}

export function usePurge() {
  const queryClient = useQueryClient();
  return async (ids: readonly string[]): Promise<void> => {
    try {
      for (const id of ids) await call('purgeTrashed', { params: { id } });
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['listTrash'] });
      void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
    }
  };
}
