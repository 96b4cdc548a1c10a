import { CommandError } from '../errors.js';

// `look`: it works, and somebody should look at it. `skipped`: nothing could be said.
type State = 'ok' | 'look' | 'fault' | 'skipped';

// What was found, and where it is not as it should be also what to do.
export type Seen = { readonly state: State; readonly words: string };
export type Finding = Seen & { readonly check: string };

export const ok = (words: string): Seen => ({ state: 'ok', words });
export const look = (words: string): Seen => ({ state: 'look', words });
export const fault = (words: string): Seen => ({ state: 'fault', words });
export const skipped = (words: string): Seen => ({ state: 'skipped', words });

// A refusal is a sentence for the operator already, with its remedy. A name of an error says more than «it failed».
export async function find(check: string, see: () => Promise<Seen>): Promise<Finding> {
  try {
    return { check, ...(await see()) };
  } catch (error) {
    return { check, ...fault(error instanceof CommandError ? error.message : `It failed (${nameOf(error)}).`) };
  }
}

// What a failure is called by those who write about it: ECONNREFUSED, CERT_HAS_EXPIRED. Nothing of an address is in it.
export function nameOf(error: unknown): string {
  const { code, cause, name } = Object(error) as { code?: unknown; cause?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? String(name) : nameOf(cause);
}
