import {
  INVITATIONS_PER_EMAIL_DAY_MAX,
  INVITATIONS_PER_MERCHANT_DAY_MAX,
  INVITATIONS_PER_PERSON_HOUR_MAX,
} from '@vitrine/contract/console-limits';
import { DAY_MS, HOUR_MS } from '@vitrine/contract/time-units';
import type { Queryable } from '../db/db.js';
import { rateLimited, type ApiError } from '../errors.js';
import type { PersonPrincipal } from '../principal.js';
import { countInvited } from './invitation-queries.js';

// Whoever runs a merchant here decides whom the operator's mail server writes to, with words of theirs in it: so many go out
// and no more. Counted by the activity, which keeps also those that were withdrawn; the merchant is held by who calls.
export async function throttleInvitations(
  db: Queryable,
  { merchantId, person }: PersonPrincipal,
  { email, now }: { readonly email: string; readonly now: number },
): Promise<void> {
  const since = { hour: new Date(now - HOUR_MS).toISOString(), day: new Date(now - DAY_MS).toISOString() };
  const invited = await countInvited(db, merchantId, { personId: person.id, email, since });
  const limits = [
    [invited.by_person, INVITATIONS_PER_PERSON_HOUR_MAX, HOUR_MS, 'invitations are the most that you can send an hour'],
    [invited.to_email, INVITATIONS_PER_EMAIL_DAY_MAX, DAY_MS, `invitations to ${email} are the most in a day`],
    [invited.by_merchant, INVITATIONS_PER_MERCHANT_DAY_MAX, DAY_MS, 'invitations are the most for a merchant in a day'],
  ] as const;
  for (const [{ count, first_at }, max, windowMs, words] of limits) {
    if (count >= max) throw tooMany(`${max} ${words}`, Date.parse(first_at ?? since.hour) + windowMs - now);
  }
}

function tooMany(words: string, ms: number): ApiError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const wait = seconds <= 2 * 3600 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
  return rateLimited(`${words}. Try again in ${wait}.`, seconds);
}
