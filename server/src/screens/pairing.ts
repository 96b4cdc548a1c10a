import { randomInt, randomUUID } from 'node:crypto';
import {
  PAIRING_CODE_CHARACTERS,
  PAIRING_FIRST_POLL_SECONDS,
  PAIRING_MINUTES,
  PAIRING_POLL_SECONDS,
  PAIRINGS_MAX,
  PAIRINGS_PER_ADDRESS_MAX,
} from '@vitrine/contract/screen-limits';
import type { NewPairing, Pairing, WaitQuery } from '@vitrine/contract/screen-program';
import { PAIRING_ALPHABET } from '@vitrine/contract/screen-words';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Deps, Queryable } from '../db/db.js';
import { signal, type Signals, type Subscription } from '../db/signals.js';
import { CallerGoneError, notFound } from '../errors.js';
import { findScreenByKey } from '../identity/screen-queries.js';
import { limitNetworks, passLimits, tooMany } from '../identity/throttle.js';
import { hashSecret, newScreenSecret } from '../identity/token-secret.js';
import { networksOf } from '../ip-address.js';
import type { TelevisionPrincipal } from '../principal.js';
import {
  countPairings,
  deletePairing,
  dropOldPairings,
  findPairing,
  findPairingOfLargestNetwork,
  findUnpolledPairing,
  insertPairing,
  updatePolled,
} from './pairing-queries.js';
import type { PairingWaits } from './pairing-waits.js';
import { subscribeTo, waitFor } from './wait.js';

// The secret becomes the screen's key when the code is claimed, so the key is never sent again.
export async function startPairing({ db, clock }: Deps, { address }: TelevisionPrincipal): Promise<NewPairing> {
  const now = clock.now();
  await passLimits({ db, clock }, limitNetworks('pairing address', address, PAIRINGS_PER_ADDRESS_MAX));
  await dropOldPairings(db, toIso(now));
  if ((await countPairings(db)) >= PAIRINGS_MAX) await makeRoom(db, toIso(now));
  const secret = newScreenSecret();
  const expiresAt = toIso(now + PAIRING_MINUTES * MINUTE_MS);
  const row = {
    secret_hash: hashSecret(secret),
    expires_at: expiresAt,
    network: widestNetworkOf(address),
    polled_until: toIso(now + PAIRING_FIRST_POLL_SECONDS * 1000),
  };
  // With all codes alive, one in twenty thousand draws meets a living code.
  for (;;) {
    const code = drawCode();
    if ((await insertPairing(db, { id: randomUUID(), code, ...row })) !== undefined) return { code, secret, expiresAt };
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString();

const widestNetworkOf = (address: string): string => networksOf(address).at(-1)?.name ?? address;

// A few networks could fill the table and keep every new television out. So a code that nobody waits for makes room, then
// one of the network that holds most. Its device gets another code.
async function makeRoom(db: Queryable, now: string): Promise<void> {
  const replaced =
    (await findUnpolledPairing(db, now)) ?? (await findPairingOfLargestNetwork(db, PAIRINGS_PER_ADDRESS_MAX));
  if (replaced === undefined) throw tooMany(PAIRING_POLL_SECONDS);
  await deletePairing(db, replaced.id);
  await signal(db, pairingTopic(replaced.id));
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

const POLLED_MS = PAIRING_POLL_SECONDS * 1000;
// A device that asks every few seconds does not cause a write each time.
const POLLED_AGAIN_MS = POLLED_MS - 20_000;

async function lookAt({ db, clock }: Deps, hash: Buffer): Promise<Look> {
  const now = clock.now();
  const pairing = await findPairing(db, hash, toIso(now));
  if (pairing !== undefined) {
    const { id, code, expires_at: expiresAt, polled_until: polledUntil } = pairing;
    if (Date.parse(polledUntil) < now + POLLED_AGAIN_MS) await updatePolled(db, id, toIso(now + POLLED_MS));
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
