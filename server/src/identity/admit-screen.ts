import { SCREEN_REQUESTS_PER_MINUTE_MAX } from '@vitrine/contract/screen-limits';
import type { Clock } from '../clock.js';
import { ApiError, rateLimited } from '../errors.js';
import { minuteOf, secondsToNextMinute } from './count-request.js';
import type { KnownScreen, KnownScreens } from './known-screens.js';
import { findBearerScreen, hashTokenSecret } from './token-secret.js';

export type ScreenGateDeps = {
  readonly clock: Clock;
  readonly knownScreens: KnownScreens;
  readonly screenBudget: ScreenBudget;
};

type AdmittedScreen = { readonly keyHash: string; readonly screen: KnownScreen };

export async function admitScreen(deps: ScreenGateDeps, authorization: string | undefined): Promise<AdmittedScreen> {
  const admitted = await requireKey(deps, authorization);
  deps.screenBudget.pass(admitted.keyHash, deps.clock.now());
  return admitted;
}

// One message for a missing, an unknown and a dead key. A screen of a merchant that is suspended plays on: what was
// published stays published (decisions, Screens).
export async function requireKey(
  { knownScreens }: Pick<ScreenGateDeps, 'knownScreens'>,
  authorization: string | undefined,
): Promise<AdmittedScreen> {
  const secret = findBearerScreen(authorization);
  const keyHash = secret === undefined ? '' : hashTokenSecret(secret);
  return { keyHash, screen: requireScreen(keyHash === '' ? undefined : await knownScreens.find(keyHash)) };
}

export function requireScreen(screen: KnownScreen | undefined): KnownScreen {
  if (screen !== undefined) return screen;
  throw new ApiError(
    'unauthorized',
    'This is not the key of a screen, or not any more. Pair the screen anew.',
    undefined,
    {
      'www-authenticate': 'Bearer',
    },
  );
}

type ScreenBudget = { readonly pass: (keyHash: string, now: number) => void };

// In the process: it is there to stop a screen that asks without end, and an exact number is of no use to anybody.
export function createScreenBudget(max: number = SCREEN_REQUESTS_PER_MINUTE_MAX): ScreenBudget {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    pass(keyHash, now) {
      if (minuteOf(now) !== minute) counts.clear();
      minute = minuteOf(now);
      const requests = (counts.get(keyHash) ?? 0) + 1;
      counts.set(keyHash, requests);
      if (requests <= max) return;
      const seconds = secondsToNextMinute(now);
      throw rateLimited(`More than ${max} requests in this minute. Try again in ${seconds} s.`, seconds);
    },
  };
}

// `"a", W/"b"`, as browsers and balancers write it.
export const knownVersionsOf = (ifNoneMatch: string | undefined): string[] =>
  [...(ifNoneMatch ?? '').matchAll(/"([^"]*)"/g)].map(([, version = '']) => version);
