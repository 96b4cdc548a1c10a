import { USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX } from '@vitrine/contract/console-limits';
import type { TokenUsage, UsageQuery } from '@vitrine/contract/tokens';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { invalidRequest, requireFound } from '../errors.js';
import { requireDay, toDay } from '../http/parse-day.js';
import { parseTokenId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { Usage } from '../usage/collect-usage.js';
import { selectUsage } from '../usage/queries.js';
import { findToken } from './token-queries.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly usage: Usage };

const DAY_MS = 86_400_000;

// Every day of the span has its entry, also one without a request.
export async function getTokenUsage(
  { db, clock, usage }: Deps,
  { merchantId }: PersonPrincipal,
  { params, query }: ById & { readonly query: UsageQuery },
): Promise<TokenUsage> {
  const tokenId = parseTokenId(params.id);
  const days = toDays(query, clock);
  requireFound(await findToken(db, merchantId, tokenId), 'token');
  await usage.flush(merchantId);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const byDay = new Map((await selectUsage(db, merchantId, tokenId, span)).map((row) => [row.day, row]));
  const items = days.map((day) => {
    const row = byDay.get(day);
    return {
      day,
      requests: row?.requests ?? 0,
      refused429: row?.refused_429 ?? 0,
      refused403: row?.refused_403 ?? 0,
    };
  });
  return { items };
}

function toDays({ from, to }: UsageQuery, clock: Clock): string[] {
  const last = Date.parse(to === undefined ? toDay(clock.now()) : requireDay('to', to));
  const first = from === undefined ? last - (USAGE_DAYS_DEFAULT - 1) * DAY_MS : Date.parse(requireDay('from', from));
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count < 1) throw invalidRequest('from: must not be after to.');
  if (count > USAGE_DAYS_MAX) throw invalidRequest(`from: must be at most ${USAGE_DAYS_MAX} days before to.`);
  return Array.from({ length: count }, (_, at) => toDay(first + at * DAY_MS));
}
