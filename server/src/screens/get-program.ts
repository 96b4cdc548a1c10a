import type { Program, WaitQuery } from '@vitrine/contract/screen-program';
import type { Clock } from '../clock.js';
import type { Signals } from '../db/signals.js';
import { CallerGoneError } from '../errors.js';
import { Versioned } from '../http/exchange.js';
import { requireScreen } from '../identity/admit-screen.js';
import type { KnownScreen, KnownScreens } from '../identity/known-screens.js';
import type { ScreenPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import { hashOf, type Playable, type Programs } from './programs.js';
import type { PlaysBatches } from './plays-batches.js';
import { subscribeTo, waitFor } from './wait.js';

type ProgramDeps = {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly signals: Signals;
  readonly knownScreens: KnownScreens;
  readonly programs: Programs;
  readonly playsBatches: PlaysBatches;
};

// Who has what there is waits for something else, for as long as it asked to. Nothing is asked of the database meanwhile.
export async function getProgram(
  deps: ProgramDeps,
  principal: ScreenPrincipal,
  { query: { wait = 0 } }: { readonly query: WaitQuery },
): Promise<Versioned<Program>> {
  const { keyHash, knownVersions, hangUp } = principal;
  const subscription = subscribeTo(deps.signals, principal.merchantId);
  const wakesAt = performance.now() + wait * 1000;
  try {
    for (;;) {
      // Each time: it may have been removed, renamed or turned meanwhile.
      const screen = requireScreen(await deps.knownScreens.find(keyHash));
      const playable = await deps.programs.find(screen);
      const version = versionOf(screen, playable);
      if (!knownVersions.includes(version))
        return new Versioned(version, await toProgram(deps, screen, playable, version));
      const ms = Math.min(wakesAt - performance.now(), playable.validUntil - deps.clock.now());
      const woken = await waitFor(subscription, ms, hangUp);
      if (woken === 'end' && hangUp.aborted) throw new CallerGoneError('while it waited');
      if (woken === 'end' || performance.now() >= wakesAt) return new Versioned<Program>(version, undefined);
    }
  } finally {
    subscription.end();
  }
}

const versionOf = (screen: KnownScreen, { hash }: Playable): string =>
  hashOf([screen.id, screen.name, screen.orientation, screen.timeZone, screen.merchantName, hash]);

async function toProgram(
  { store, playsBatches }: Pick<ProgramDeps, 'store' | 'playsBatches'>,
  { merchantId, id, name, orientation, timeZone, merchantName }: KnownScreen,
  playable: Playable,
  version: string,
): Promise<Program> {
  return {
    version,
    screen: { id, name, orientation, timeZone },
    merchant: { name: merchantName },
    playsBatch: await playsBatches.find(merchantId, id),
    campaigns: playable.campaigns.map((campaign) => ({ ...campaign, items: [...campaign.items] })),
    default: playable.default && { items: [...playable.default.items] },
    media: playable.media.map(({ objectKey, pageUrl, ...media }) => ({
      ...media,
      url: objectKey === null ? (pageUrl ?? '') : store.signedGetUrl(objectKey),
    })),
  };
}
