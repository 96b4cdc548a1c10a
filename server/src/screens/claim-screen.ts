import {
  SCREENS_MAX,
  WRONG_PAIRING_CODES_PER_MERCHANT_MAX,
  WRONG_PAIRING_CODES_PER_PERSON_MAX,
} from '@vitrine/contract/screen-limits';
import type { AddScreenRequest, PairScreenRequest, Screen } from '@vitrine/contract/screens';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { signal } from '../db/signals.js';
import { ApiError, requireFound } from '../errors.js';
import { uncountAttempts } from '../identity/session-queries.js';
import { passLimits } from '../identity/throttle.js';
import { requireTimeZone } from '../http/require-time-zone.js';
import { parseScreenId, type ById, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { ensureTags } from '../tags/ensure-tags.js';
import { getScreen, type ScreenDeps } from './list-screens.js';
import { isPairingCode, takePairing } from './pairing-queries.js';
import { pairingTopic } from './pairing.js';
import { countScreens, findScreen, holdScreens, insertScreen, lockScreen, updateKey } from './queries.js';

// One who claims a code wins; the id is drawn by who asks, so that the same request again is answered the same.
export async function addScreen(
  deps: ScreenDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: AddScreenRequest },
): Promise<Screen> {
  const { merchantId } = principal;
  const id = parseScreenId(body.id);
  requireTimeZone(body.timeZone);
  const name = body.name.toWellFormed().trim();
  await withCode(deps, principal, body.code, async (db, { code, at }) => {
    const { screens_max } = requireFound(await holdScreens(db, merchantId), 'merchant');
    if (await isRetry(db, merchantId, { id, code, at })) return 'again';
    await requireRoom(db, merchantId, screens_max);
    const pairing = await takePairing(db, code, at);
    if (pairing === undefined) return 'unknown';
    const { tags, changes } = await ensureTags(db, merchantId, { at, names: body.tags, limits: deps.limits });
    const { orientation, timeZone: time_zone } = body;
    const tag_ids = tags.map((tag) => tag.id);
    const key_hash = pairing.secret_hash;
    const row = { id, name, orientation, time_zone, tag_ids, key_hash, is_demo: false, created_at: at, paired_at: at };
    await insertScreen(db, merchantId, row);
    await signal(db, pairingTopic(pairing.id));
    await recordActivity(db, principal, { kind: 'screen.added', at, details: { screenId: id, name } }, changes);
    return 'claimed';
  });
  return getScreen(deps, merchantId, id);
}

// After an import, or when a device is broken: another browser becomes the screen, and what the old one has is no key any
// more.
export async function pairScreen(
  deps: ScreenDeps,
  principal: PersonPrincipal,
  { params, body }: ById & { readonly body: PairScreenRequest },
): Promise<Screen> {
  const { merchantId } = principal;
  const id = parseScreenId(params.id);
  requireFound(await findScreen(deps.db, merchantId, id), 'screen');
  await withCode(deps, principal, body.code, async (db, { code, at }) => {
    const { name } = requireFound(await lockScreen(db, merchantId, id), 'screen');
    const pairing = await takePairing(db, code, at);
    if (pairing === undefined) return 'unknown';
    await updateKey(db, merchantId, id, { keyHash: pairing.secret_hash, at });
    await recordActivity(db, principal, { kind: 'screen.paired', at, details: { screenId: id, name } });
    await signal(db, pairingTopic(pairing.id));
    return 'claimed';
  });
  return getScreen(deps, merchantId, id);
}

// An id that is there already: the same request again, or, where the code still waits to be claimed, another one.
async function isRetry(
  db: Queryable,
  merchantId: MerchantId,
  { id, code, at }: { readonly id: ReturnType<typeof parseScreenId>; readonly code: string; readonly at: string },
): Promise<boolean> {
  if ((await findScreen(db, merchantId, id)) === undefined) return false;
  if (!(await isPairingCode(db, code, at))) return true;
  throw new ApiError('conflict', 'The id belongs to another screen: choose a new one.', 'id_conflict');
}

async function requireRoom(db: Queryable, merchantId: MerchantId, ofPlan: number | null): Promise<void> {
  const screens = await countScreens(db, merchantId);
  if (ofPlan !== null && screens >= ofPlan) {
    const message = `The plan of the merchant allows ${ofPlan} ${ofPlan === 1 ? 'screen' : 'screens'}. Remove one first, or ask the operator.`;
    throw new ApiError('conflict', message, 'plan');
  }
  if (screens >= SCREENS_MAX) {
    throw new ApiError('conflict', `The merchant has ${screens} screens, which is the most. Remove one first.`);
  }
}

type Claim = (
  db: Queryable,
  claimed: { readonly code: string; readonly at: string },
) => Promise<'claimed' | 'again' | 'unknown'>;

// Counted as a wrong one before it is looked at, so that guesses that come at once cannot all pass. Taken back is what claims
// a code, and what says nothing of it: a request again, or with a used id, would otherwise tell for nothing which codes live.
async function withCode({ db, clock }: Deps, principal: PersonPrincipal, typed: string, claim: Claim): Promise<void> {
  const keys = [`pairing person ${principal.person.id}`, `pairing merchant ${principal.merchantId}`] as const;
  const at = new Date(clock.now()).toISOString();
  await passLimits({ db, clock }, [
    [keys[0], WRONG_PAIRING_CODES_PER_PERSON_MAX],
    [keys[1], WRONG_PAIRING_CODES_PER_MERCHANT_MAX],
  ]);
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const outcome = await db
    .transaction((db) => claim(db, { code, at }))
    .catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'id_conflict')) await uncountAttempts(db, keys);
      throw error;
    });
  if (outcome === 'unknown') {
    throw new ApiError(
      'unprocessable',
      'No screen shows this code, or not any more. Look at the screen again: a code works for ten minutes.',
      'pairing_code',
    );
  }
  if (outcome === 'claimed') await uncountAttempts(db, keys);
}
