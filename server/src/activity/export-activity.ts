import type { ActivityFilters } from '@vitrine/contract/console/activity';
import type { Db } from '../db/db.js';
import type { PersonPrincipal } from '../principal.js';
import { selectActivityPage, type ActivityRow } from './queries.js';
import { toCsvLine } from './to-csv.js';
import { toFilter } from './to-filter.js';

const ROWS_AT_ONCE = 1_000;

// Without it spreadsheets read UTF-8 as something else.
const BYTE_ORDER_MARK = '\uFEFF';
const HEADER = ['at', 'kind', 'person', 'personId', 'token', 'tokenLastFour', 'tokenId', 'details', 'requestId'];

// The first rows are read before anything is sent, so that a fault is still an answer with its status.
export async function exportActivity(
  { db }: { readonly db: Db },
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: ActivityFilters },
): Promise<AsyncIterable<string>> {
  const filter = toFilter(query, timeZone);
  const read = (last?: ActivityRow) => selectActivityPage(db, merchantId, filter, { after: last, limit: ROWS_AT_ONCE });
  return toLines(await read(), read);
}

async function* toLines(first: ActivityRow[], read: (last: ActivityRow) => Promise<ActivityRow[]>) {
  yield BYTE_ORDER_MARK + toCsvLine(HEADER);
  let rows = first;
  for (;;) {
    yield rows.map((row) => toCsvLine(toFields(row))).join('');
    const last = rows[ROWS_AT_ONCE - 1];
    if (last === undefined) return;
    rows = await read(last);
  }
}

const toFields = (row: ActivityRow): string[] => [
  row.at,
  row.kind,
  row.person_name ?? '',
  row.person_id ?? '',
  row.token_name ?? '',
  row.token_last_four ?? '',
  row.token_id ?? '',
  JSON.stringify(row.details),
  row.request_id ?? '',
];
