import { randomInt, randomUUID } from 'node:crypto';
import {
  PAIRING_CODE_CHARACTERS,
  PAIRING_MINUTES,
  PAIRINGS_MAX,
  PAIRINGS_PER_ADDRESS_MAX,
} from '@vitrine/contract/screen-limits';
import type { NewPairing, Pairing, WaitQuery } from '@vitrine/contract/screen-program';
import { PAIRING_ALPHABET } from '@vitrine/contract/screen-words';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Deps } from '../db/db.js';
import type { Signals, Subscription } from '../db/signals.js';
import { CallerGoneError, notFound } from '../errors.js';
import { findScreenByKey } from '../identity/screen-queries.js';
import { limitNetworks, passLimits, tooMany } from '../identity/throttle.js';
import { hashSecret, newScreenSecret } from '../identity/token-secret.js';
import type { TelevisionPrincipal } from '../principal.js';
import { countPairings, dropOldPairings, findPairing, insertPairing } from './pairing-queries.js';
import type { PairingWaits } from './pairing-waits.js';
import { subscribeTo, waitFor } from './wait.js';

// The secret is made here and becomes the screen's key when the code is claimed: it never travels a second time.
export async function startPairing({ db, clock }: Deps, { address }: TelevisionPrincipal): Promise<NewPairing> {
  const now = clock.now();
  await passLimits({ db, clock }, limitNetworks('pairing address', address, PAIRINGS_PER_ADDRESS_MAX));
  await dropOldPairings(db, new Date(now).toISOString());
  if ((await countPairings(db)) >= PAIRINGS_MAX) throw tooMany(PAIRING_MINUTES * 60);
  const secret = newScreenSecret();
  const expiresAt = new Date(now + PAIRING_MINUTES * MINUTE_MS).toISOString();
  // One in ten thousand and more tries meets a code that lives.
  for (;;) {
    const code = drawCode();
    const pairing = { id: randomUUID(), code, secret_hash: hashSecret(secret), expires_at: expiresAt };
    if ((await insertPairing(db, pairing)) !== undefined) return { code, secret, expiresAt };
  }
}

const drawCode = (): string =>
  Array.from({ length: PAIRING_CODE_CHARACTERS }, () => PAIRING_ALPHABET[randomInt(PAIRING_ALPHABET.length)]).join('');

// Who waits for it to be claimed is woken under this name.
export const pairingTopic = (pairingId: string): string => `pairing ${pairingId}`;

type WaitDeps = Deps & { readonly signals: Signals; readonly pairingWaits: PairingWaits };

// One answer for a missing, an unknown and an old secret: the browser asks for a new code.
export async function getPairing(
  deps: WaitDeps,
  { secret, hangUp }: TelevisionPrincipal,
  { query: { wait = 0 } }: { readonly query: WaitQuery },
): Promise<Pairing> {
  if (secret === undefined) throw notFound('pairing');
  const hash = hashSecret(secret);
  const look = () => lookAt(deps, hash);
  const { id, answer } = await look();
  const leave = id === undefined || wait === 0 ? undefined : deps.pairingWaits.enter(id);
  if (id === undefined || leave === undefined) return answer;
  try {
    return await waitForClaim(subscribeTo(deps.signals, pairingTopic(id)), look, { deps, wait, hangUp });
  } finally {
    leave();
  }
}

type Look = { readonly id?: string; readonly answer: Pairing };

async function lookAt({ db, clock }: Deps, hash: Buffer): Promise<Look> {
  const pairing = await findPairing(db, hash, new Date(clock.now()).toISOString());
  if (pairing !== undefined) {
    const { id, code, expires_at: expiresAt } = pairing;
    return { id, answer: { state: 'waiting', code, expiresAt } };
  }
  const paired = await findScreenByKey(db, hash);
  if (paired === undefined) throw notFound('pairing');
  return { answer: { state: 'paired', isDemo: paired.is_demo } };
}

type Waiting = { readonly deps: Deps; readonly wait: number; readonly hangUp: AbortSignal };

// Looks once more before it waits: who claimed the code meanwhile has told nobody.
async function waitForClaim(
  subscription: Subscription,
  look: () => Promise<Look>,
  { deps, wait, hangUp }: Waiting,
): Promise<Pairing> {
  const wakesAt = performance.now() + wait * 1000;
  try {
    for (;;) {
      const { answer } = await look();
      if (answer.state === 'paired') return answer;
      const ends = Date.parse(answer.expiresAt) - deps.clock.now();
      const woken = await waitFor(subscription, Math.min(wakesAt - performance.now(), ends), hangUp);
      if (woken === 'end' && hangUp.aborted) throw new CallerGoneError('while it waited');
      if (woken === 'end' || performance.now() >= wakesAt) return answer;
    }
  } finally {
    subscription.end();
  }
}
