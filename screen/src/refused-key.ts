// A key that the service refuses: the screen was removed, or the service does not know it for a while, after a backup was
// restored or because a balancer leads elsewhere. The wall is dark at once and shows a new code. What lies on the device goes
// when the code was claimed, or after a quarter of an hour of refusals: nobody has to climb to a hundred screens because of
// ten minutes in which the service was not itself.
import { createApi } from './api.js';
import type { Device } from './device.js';
import type { Files } from './files.js';
import { PROGRAM } from './follow-program.js';
import { KEY, pair, type PairDeps } from './pair.js';
import { pause } from './pause.js';
import { PLAYS } from './plays.js';
import type { ServiceClock } from './service-clock.js';

export const REFUSED = 'refused key';
// Counted in answers, one a minute: a clock may be wrong, and what is not reached has not refused.
export type RefusedKey = { readonly secret: string; readonly refusals: number };

const LOOK_MS = 60_000;
const REFUSALS_MAX = 15;

type Deps = PairDeps & { readonly files: Files | undefined; readonly clock: ServiceClock };

// Done when there is a key that works: the old one or another.
export async function pairAgain(deps: Deps, refused: RefusedKey): Promise<void> {
  const { device, keys } = deps;
  const ended = new AbortController();
  // Once: what comes for the next key must not be met by it.
  let forgetting: Promise<void> | undefined;
  const forgetAll = (): Promise<void> => (forgetting ??= forget(deps));
  const pairing = pair(deps, ended.signal).then(() => 'other' as const);
  const looking = lookAgain({ ...deps, forgetAll }, refused, ended.signal);
  const outcome = await Promise.race([pairing, looking.then((isBack) => (isBack ? ('old' as const) : pairing))]);
  ended.abort();
  // What a full disk does not let go of now is tried again with the next start: the new key works all the same.
  if (outcome === 'other') return forgetAll().catch(() => undefined);
  keys.secret = refused.secret;
  await device.put(KEY, { secret: refused.secret, isPaired: true }).catch(() => undefined);
  await device.remove(REFUSED).catch(() => undefined);
}

type LookDeps = Pick<Deps, 'base' | 'device' | 'clock'> & { readonly forgetAll: () => Promise<void> };

// Whether it works again. When it does not, everything of it has gone.
async function lookAgain(deps: LookDeps, { secret, refusals }: RefusedKey, ended: AbortSignal): Promise<boolean> {
  const api = createApi(deps.base, { secret }, deps.clock);
  for (let count = refusals; count < REFUSALS_MAX && !ended.aborted;) {
    await pause(LOOK_MS);
    if (ended.aborted) return false;
    const { kind } = await api.getPairing(0);
    if (kind === 'paired') return true;
    if (kind !== 'gone' || ended.aborted) continue;
    count += 1;
    await deps.device.put(REFUSED, { secret, refusals: count }).catch(() => undefined);
  }
  if (!ended.aborted) await deps.forgetAll();
  return false;
}

// Nothing of the merchant stays behind. Last goes what says that there is something to forget.
export async function forget({ device, files }: { readonly device: Device; readonly files: Files | undefined }) {
  await files?.clear();
  for (const key of [PROGRAM, PLAYS, REFUSED]) await device.remove(key);
}
