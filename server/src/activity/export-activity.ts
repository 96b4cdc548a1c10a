import type { ActivityFilters } from '@vitrine/contract/activity';
import type { Db } from '../db/db.js';
import type { PersonPrincipal } from '../principal.js';
import { selectActivityPage, type ActivityRow } from './queries.js';
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

// Lines of RFC 4180: fields with a quote, a comma or a line break are quoted, quotes are doubled, lines end in CRLF.
const toCsvLine = (fields: readonly string[]): string => `${fields.map(toField).join(',')}\r\n`;

// A spreadsheet takes a cell that begins like this for a formula, which a name that a stranger chose must not be. The
// apostrophe makes it plain text there. A cell begins with the field, and also behind a semicolon, a tab or a line break:
// where the comma is the decimal sign, spreadsheets split lines at those and do not see our quotes.
const FORMULA = /(^|[;\t\r\n])(?=["']*[=+\-@\t\r＝＋－＠])/g;

function toField(text: string): string {
  const plain = text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
