import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { EndpointName } from '../api/endpoint-types.js';

type Signed = { readonly url: string | undefined; readonly onError: () => void };

// Every answer signs its URLs anew, and a browser would load the same picture again for each. So the first one stays
// until it stops working; then the owner is asked for a fresh one, once per URL.
export function useSignedUrl(latest: string | null | undefined, onBroken?: () => void): Signed {
  const [shown, setShown] = useState(latest ?? undefined);
  const [broken, setBroken] = useState<string>();
  const next = chooseUrl(latest ?? undefined, shown, broken);
  if (next !== shown) setShown(next);
  const onError = (): void => {
    setBroken(next);
    if (next === latest) onBroken?.();
  };
  return { url: next === broken ? undefined : next, onError };
}

function chooseUrl(latest: string | undefined, shown: string | undefined, broken: string | undefined) {
  if (latest === undefined || shown === undefined) return latest;
  return shown !== broken && withoutSignature(shown) === withoutSignature(latest) ? shown : latest;
}

const withoutSignature = (url: string): string | undefined => url.split('?', 1)[0];

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
