import { randomUUID } from 'node:crypto';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { CommandError } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import type { Actor } from '../principal.js';
import { insertMerchant } from './queries.js';
import { isTimeZone } from '@vitrine/contract/local-time';

type NewMerchantInput = {
  readonly name: string;
  readonly timeZone: string;
  readonly plan: string;
  readonly quotaBytes: number;
};

// What screens of the usual kind play; the merchant changes it in the settings.
const USUAL_SCREENS = { screen_codecs: ['h264', 'vp8', 'vp9'], screen_max_width: 3840, screen_max_height: 2160 };

export const USUAL_PLAN = { plan: 'standard', quotaBytes: 10 * 1024 ** 3 };

export async function createMerchant({ db, clock }: Deps, input: NewMerchantInput): Promise<MerchantId> {
  if (input.name.trim() === '') throw new CommandError('A merchant needs a name.');
  if (!isTimeZone(input.timeZone)) {
    throw new CommandError(`«${input.timeZone}» is no time zone. Name one of the IANA list, such as Europe/Paris.`);
  }
  const merchantId = parseMerchantId(randomUUID());
  const at = new Date(clock.now()).toISOString();
  await db.transaction((db) => addMerchant(db, { merchantId }, input, at));
  return merchantId;
}

// In the name of whoever makes it: the operator, or its first owner.
export async function addMerchant(db: Queryable, actor: Actor, input: NewMerchantInput, at: string): Promise<void> {
  const name = input.name.trim();
  await insertMerchant(db, {
    id: actor.merchantId,
    name,
    time_zone: input.timeZone,
    plan_name: input.plan,
    plan_ends_at: null,
    plan_allows_writes: true,
    storage_quota_bytes: input.quotaBytes,
    ...USUAL_SCREENS,
  });
  await recordActivity(db, actor, { kind: 'merchant.created', at, details: { name } });
}
