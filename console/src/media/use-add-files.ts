import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { findChosenMerchant } from '../api/chosen-merchant.js';
import { merchantQuery } from '../api/merchant.js';
import { notifyFailure } from '../ui/notify.js';
import { uploads } from './uploads/uploads.js';

// Files that were chosen or dropped, into the queue. How much room there is, is asked now: it may have changed.
export function useAddFiles(): (files: readonly File[]) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (files) => {
      const add = async (): Promise<void> => {
        const { storage } = await queryClient.fetchQuery({ ...merchantQuery, staleTime: 0 });
        const freeBytes = storage.quotaBytes - storage.usedBytes - storage.reservedBytes;
        await uploads.add(files, { merchantId: findChosenMerchant(), freeBytes });
      };
      if (files.length > 0) void add().catch((thrown: unknown) => notifyFailure(thrown, 'The upload did not start'));
    },
    [queryClient],
  );
}
