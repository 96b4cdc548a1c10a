import { PLAYS_DAYS_DEFAULT, PLAYS_DAYS_MAX } from '@vitrine/contract/screen-limits';
import type { CampaignPlays, PlaysQuery } from '@vitrine/contract/screens';
import { DAY_MS } from '@vitrine/contract/time-units';
import { BYTE_ORDER_MARK, toCsvLine } from '../activity/activity-csv.js';
import { requireFacts } from '../campaigns/campaign-facts.js';
import type { CampaignInput } from '../campaigns/get-campaign.js';
import type { Clock } from '../clock.js';
import type { Db, Deps } from '../db/db.js';
import { invalidRequest } from '../errors.js';
import { requireDay, toDay } from '../http/parse-day.js';
import { parseLineageId, type LineageId, type MerchantId } from '../ids.js';
import { latestWallClock } from '@vitrine/contract/local-time';
import type { PersonPrincipal } from '../principal.js';
import { selectPlaysAfter, selectPlaysByDay, selectPlaysByMedia } from './state-queries.js';

type PlaysInput = CampaignInput & { readonly query: PlaysQuery };

// Every day of the span has its entry, also one without a play.
export async function getCampaignPlays(
  { db, clock }: Deps,
  { merchantId, timeZone }: PersonPrincipal,
  { params, query }: PlaysInput,
): Promise<CampaignPlays> {
  const lineageId = parseLineageId(params.lineageId);
  const days = toDays(query, clock, timeZone);
  await requireFacts(db, merchantId, lineageId);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const byDay = new Map((await selectPlaysByDay(db, merchantId, lineageId, span)).map((row) => [row.day, row]));
  const media = await selectPlaysByMedia(db, merchantId, lineageId, span);
  const counted = days.map((day) => ({ day, ...toCounted(byDay.get(day)) }));
  const total = {
    plays: sumOf(media.map((row) => row.plays)),
    milliseconds: sumOf(media.map((row) => row.milliseconds)),
  };
  return {
    ...span,
    total: toCounted(total),
    days: counted,
    media: media.map((row) => ({ mediaId: row.media_id, name: row.name, ...toCounted(row) })),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const toCounted = (row: { readonly plays: number; readonly milliseconds: number } | undefined) => ({
  plays: row?.plays ?? 0,
  seconds: (row?.milliseconds ?? 0) / 1000,
});

function toDays({ from, to }: PlaysQuery, clock: Clock, timeZone: string): string[] {
  const today = latestWallClock(timeZone, clock.now()).slice(0, 'YYYY-MM-DD'.length);
  const last = Date.parse(to === undefined ? today : requireDay('to', to));
  const first = from === undefined ? last - (PLAYS_DAYS_DEFAULT - 1) * DAY_MS : Date.parse(requireDay('from', from));
  const count = Math.round((last - first) / DAY_MS) + 1;
  if (count < 1) throw invalidRequest('from: must not be after to.');
  if (count > PLAYS_DAYS_MAX) throw invalidRequest(`from: must be at most ${PLAYS_DAYS_MAX} days before to.`);
  return Array.from({ length: count }, (_, at) => toDay(first + at * DAY_MS));
}

// What a spreadsheet reads: a line for each day and item.
export async function exportCampaignPlays(
  { db, clock }: Deps,
  { merchantId, timeZone }: PersonPrincipal,
  { params, query }: PlaysInput,
): Promise<AsyncIterable<string>> {
  const lineageId = parseLineageId(params.lineageId);
  const days = toDays(query, clock, timeZone);
  await requireFacts(db, merchantId, lineageId);
  return playLines(db, merchantId, lineageId, { from: days[0] ?? '', to: days.at(-1) ?? '' });
}

const ROWS_AT_ONCE = 1_000;

async function* playLines(
  db: Db,
  merchantId: MerchantId,
  lineageId: LineageId,
  { from, to }: { readonly from: string; readonly to: string },
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + toCsvLine(['Day', 'Media id', 'Media', 'Plays', 'Seconds']);
  let [day, mediaId] = [toDay(Date.parse(from) - DAY_MS), 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  for (;;) {
    const rows = await selectPlaysAfter(db, merchantId, lineageId, { from: day, to, mediaId, limit: ROWS_AT_ONCE });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows
      .map((row) =>
        toCsvLine([row.day, row.media_id, row.name ?? '', String(row.plays), String(row.milliseconds / 1000)]),
      )
      .join('');
    [day, mediaId] = [last.day, last.media_id];
  }
}
