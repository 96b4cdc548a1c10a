import { randomUUID } from 'node:crypto';
import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { CommandError } from '../errors.js';
import { parseMerchantId, type MerchantId } from '../ids.js';
import { insertMerchant } from './queries.js';
import { isTimeZone } from '@vitrine/contract/local-time';

export type NewMerchantInput = {
  readonly name: string;
  readonly timeZone: string;
  readonly plan: string;
  readonly quotaBytes: number;
};

// What screens of the usual kind play; the merchant changes it in the settings.
const USUAL_SCREENS = { screen_codecs: ['h264', 'vp8', 'vp9'], screen_max_width: 3840, screen_max_height: 2160 };

export async function createMerchant({ db, clock }: Deps, input: NewMerchantInput): Promise<MerchantId> {
  if (input.name.trim() === '') throw new CommandError('A merchant needs a name.');
  if (!isTimeZone(input.timeZone)) {
    throw new CommandError(`«${input.timeZone}» is no time zone. Name one of the IANA list, such as Europe/Paris.`);
  }
  const id = parseMerchantId(randomUUID());
  const name = input.name.trim();
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    await insertMerchant(db, {
      id,
      name,
      time_zone: input.timeZone,
      plan_name: input.plan,
      plan_ends_at: null,
      plan_allows_writes: true,
      storage_quota_bytes: input.quotaBytes,
      ...USUAL_SCREENS,
    });
    await recordActivity(db, { merchantId: id }, { kind: 'merchant.created', at, details: { name } });
  });
  return id;
}
