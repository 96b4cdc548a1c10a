import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { EndpointName } from '../api/endpoint-types.js';

const REST_MS = 60_000;

// Signed addresses end after 15 minutes. The first picture that fails has the list read anew, for all of them; a picture
// that is really gone does not have it read for ever.
export function useRefreshBroken(name: EndpointName): () => void {
  const queryClient = useQueryClient();
  const last = useRef(-REST_MS);
  return useCallback(() => {
    if (performance.now() - last.current < REST_MS) return;
    last.current = performance.now();
    void queryClient.invalidateQueries({ queryKey: [name] });
  }, [queryClient, name]);
}
