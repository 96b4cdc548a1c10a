import { DAY_MS } from '@vitrine/contract/time-units';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Deps } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { Mailer, MailOutcome } from '../mail/mail.js';
import { tokenWarningMail } from '../mail/texts.js';
import { selectMerchant, selectMerchantIds } from '../merchants/queries.js';
import { selectManagers } from './people-queries.js';
import { selectEndingTokens, updateWarned, type EndingTokenRow } from './token-queries.js';

// Days before its end at which a token is told of, the last first.
const STAGES = [1, 7, 14] as const;
export const LONGEST_WARNING_DAYS = 14;
const TOKEN_WARNING_LOCK = 7_160_014;

export type WarnDeps = Deps & { readonly mail: Mailer; readonly baseUrl: string };

// Owners and admins of every merchant, by mail, of what runs out; how many tokens that were. One instance at a time. What a
// mail server did not take for now, or a crash cut off, is told in the next round: at least once, now and then twice.
export async function warnOfTokens(deps: WarnDeps): Promise<number> {
  const warned = await withAdvisoryLock(deps.db, TOKEN_WARNING_LOCK, async () => {
    let tokens = 0;
    for (const { id } of await selectMerchantIds(deps.db)) tokens += await warnMerchant(deps, id);
    return tokens;
  });
  return warned ?? 0;
}

async function warnMerchant({ db, clock, mail, baseUrl }: WarnDeps, merchantId: MerchantId): Promise<number> {
  const now = clock.now();
  const until = new Date(now + LONGEST_WARNING_DAYS * DAY_MS).toISOString();
  const ending = await selectEndingTokens(db, merchantId, new Date(now).toISOString(), until);
  const due = ending.flatMap((token) => {
    const stage = stageOf(token, now);
    return stage === undefined ? [] : [{ ...token, stage }];
  });
  if (due.length === 0) return 0;
  const merchantName = (await selectMerchant(db, merchantId))?.name ?? '';
  const tokens = due.map(({ name, expires_at }) => ({ name, expiresAt: Date.parse(expires_at) }));
  const outcomes: MailOutcome[] = [];
  for (const { email: to, name } of await selectManagers(db, merchantId))
    outcomes.push(await mail.send(tokenWarningMail({ to, name, baseUrl, merchantName, tokens })));
  if (!outcomes.includes('taken')) return 0;
  for (const { id, stage, warned_days } of due) {
    const isTold = !outcomes.includes('failed') || warned_days === stage + HALF_TOLD;
    await updateWarned(db, merchantId, id, isTold ? stage : stage + HALF_TOLD);
  }
  return due.length;
}

// A stage that some could not be told of for now is written down as a day before it: it is still to be told, once more and to
// all. Not more often: a mailbox that is full for a week would bring the others a mail an hour.
const HALF_TOLD = 1;

// The nearest one that has come and was not told of yet.
export function stageOf(
  { expires_at, warned_days }: Pick<EndingTokenRow, 'expires_at' | 'warned_days'>,
  now: number,
): number | undefined {
  const stage = STAGES.find((days) => Date.parse(expires_at) - now <= days * DAY_MS);
  return stage !== undefined && (warned_days === null || warned_days > stage) ? stage : undefined;
}
