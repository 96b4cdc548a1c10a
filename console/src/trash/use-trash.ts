import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { restoreTrashed } from '../ui/restore-trashed.js';

export function useRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids }: { readonly ids: readonly string[]; readonly done: string }) =>
      restoreTrashed(queryClient, ids),
    onSuccess: (_, { done }) => notifyDone(done),
    onError: (thrown, { ids }) =>
      notifyFailure(thrown, ids.length === 1 ? 'It was not brought back' : 'Not all were brought back'),
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
