import { useState } from 'react';

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
