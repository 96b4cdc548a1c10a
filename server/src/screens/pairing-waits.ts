import { PAIRING_WAITS_MAX } from '@vitrine/contract/screen-limits';

// Anybody may ask for a code and wait with it: who does must not take the places of screens. One wait for a code, a number
// of them at a process; who comes beyond that is answered at once, and asks again a little later.
export type PairingWaits = { readonly enter: (pairingId: string) => (() => void) | undefined };

export function createPairingWaits(max: number = PAIRING_WAITS_MAX): PairingWaits {
  const waiting = new Set<string>();
  return {
    enter(pairingId) {
      if (waiting.size >= max || waiting.has(pairingId)) return undefined;
      waiting.add(pairingId);
      return () => void waiting.delete(pairingId);
    },
  };
}
