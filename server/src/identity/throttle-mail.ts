import { createHash } from 'node:crypto';
import { MAILS_PER_ADDRESS_MAX, MAILS_PER_EMAIL_MAX, SIGN_IN_WINDOW_MINUTES } from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import { ApiError } from '../errors.js';
import { countAttempts, dropOldAttempts } from './session-queries.js';

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

type Asked = { readonly emailKey: string; readonly address?: string };

// So many mails that somebody asks for go to one email in a quarter of an hour, and so many are asked for from one address.
// Counted by what was typed, so that an email without an account is refused like one with.
export async function throttleMail({ db, clock }: Deps, { emailKey, address }: Asked): Promise<void> {
  const now = clock.now();
  const times = { now: new Date(now).toISOString(), cutoff: new Date(now - WINDOW_MS).toISOString() };
  // What strangers type into the field is nothing that we keep.
  const byEmail = `mail ${createHash('sha256').update(emailKey).digest('base64url')}`;
  const byAddress = address === undefined ? undefined : `mail address ${address}`;
  await dropOldAttempts(db, times.cutoff);
  for (const { key, attempts, started_at } of await countAttempts(db, [byEmail, byAddress], times)) {
    if (attempts <= (key === byEmail ? MAILS_PER_EMAIL_MAX : MAILS_PER_ADDRESS_MAX)) continue;
    const seconds = Math.max(1, Math.ceil((Date.parse(started_at) + WINDOW_MS - now) / 1000));
    throw new ApiError(
      'rate_limited',
      `Mail was asked for too often. Look for what has come already, also under spam, or try again in ${Math.ceil(seconds / 60)} min.`,
      undefined,
      { 'retry-after': String(seconds) },
    );
  }
}
