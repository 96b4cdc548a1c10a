import type { KeyObject } from 'node:crypto';
import type { ActivityFilters, Activity, ActivityPage, ActivityQuery } from '@vitrine/contract/activity';
import type { Db } from '../db/db.js';
import { readPage } from '../http/list-page.js';
import { toDayRange } from '../http/day-range.js';
import type { PersonPrincipal } from '../principal.js';
import { ROWS_AT_ONCE, toCsv } from './activity-csv.js';
import { type ActivityFilter, selectActivityPage, type ActivityRow } from './queries.js';

export const activityHandlers = { listActivity, exportActivity };

const toFilter = (query: ActivityFilters, timeZone: string): ActivityFilter => ({
  tokenId: query.token?.toLowerCase(),
  personId: query.person?.toLowerCase(),
  kind: query.kind,
  objectId: query.object?.toLowerCase(),
  ...toDayRange(query, timeZone),
});

type Deps = { readonly db: Db; readonly cursorKey: KeyObject };

async function listActivity(
  deps: Deps,
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: ActivityQuery },
): Promise<ActivityPage> {
  const filter = toFilter(query, timeZone);
  const filters = [filter.tokenId, filter.personId, filter.kind, query.from, query.to, filter.objectId].map(
    (one) => one ?? '',
  );
  const { rows, nextCursor } = await readPage(deps.cursorKey, { list: 'activity', merchantId, filters }, query, {
    select: (after, limit) =>
      selectActivityPage(deps.db, merchantId, filter, { after: after && { at: after[0], id: after[1] }, limit }),
    positionOf: (row) => [row.at, row.id],
  });
  return { items: rows.map(toActivity), nextCursor };
}

const toActivity = (row: ActivityRow): Activity => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
  token:
    row.token_id === null
      ? null
      : { id: row.token_id, name: row.token_name ?? '', lastFour: row.token_last_four ?? '' },
  ...(row.through !== null && { through: row.through }),
  details: row.details,
  requestId: row.request_id,
});

// The first rows are read before anything is sent, so that a fault is still an answer with its status.
async function exportActivity(
  { db }: { readonly db: Db },
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: ActivityFilters },
): Promise<AsyncIterable<string>> {
  const filter = toFilter(query, timeZone);
  const read = (last?: ActivityRow) => selectActivityPage(db, merchantId, filter, { after: last, limit: ROWS_AT_ONCE });
  return toCsv(await read(), read, timeZone);
}
