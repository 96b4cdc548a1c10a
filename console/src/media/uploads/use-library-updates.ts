import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { findChosenMerchant } from '../../api/chosen-merchant.js';
import { addToLibrary } from '../library.js';
import { onRoomFreed } from './give-up.js';
import type { Upload } from './upload.js';

// What has arrived is shown at once, and what it took from the storage is counted.
export function useLibraryUpdates(uploads: readonly Upload[]): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onRoomFreed(() => {
        void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
        void queryClient.invalidateQueries({ queryKey: ['listHeldRoom'] });
      }),
    [queryClient],
  );
  const shown = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, state, merchantId } of uploads) {
      if (state.kind !== 'done' || shown.current.has(key)) continue;
      shown.current.add(key);
      // It arrived while the tab turned to another merchant, whose library this is not.
      if (merchantId !== findChosenMerchant()) continue;
      addToLibrary(queryClient, state.media);
      void queryClient.invalidateQueries({ queryKey: ['getMerchant'] });
    }
  }, [uploads, queryClient]);
}
