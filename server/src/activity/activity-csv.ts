import { detailWords, subjectOf } from '@vitrine/contract/activity-details';
import { isKnownKind, KIND_WORDS } from '@vitrine/contract/activity-words';
import type { ActivityRow } from './queries.js';

export const ROWS_AT_ONCE = 1_000;

// Without it spreadsheets read UTF-8 as something else.
export const BYTE_ORDER_MARK = '\uFEFF';
// As somebody reads it in a spreadsheet; the kind and the request are for whoever looks something up.
const HEADER = ['Date', 'Time', 'Time zone', 'Who', 'Token', 'What', 'Name', 'Details', 'Kind', 'Request'];

// The activity as somebody reads it in a spreadsheet, a piece of it at a time.
export async function* toCsv(
  first: ActivityRow[],
  read: (last: ActivityRow) => Promise<ActivityRow[]>,
  timeZone: string,
) {
  yield BYTE_ORDER_MARK + toCsvLine(HEADER);
  // Swedish writes 2026-06-10 12:00:00, which every spreadsheet reads.
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  let rows = first;
  for (;;) {
    yield rows.map((row) => toCsvLine(toFields(row, timeZone, wall))).join('');
    const last = rows[ROWS_AT_ONCE - 1];
    if (last === undefined) return;
    rows = await read(last);
  }
}

function toFields(row: ActivityRow, timeZone: string, wall: Intl.DateTimeFormat): string[] {
  const [date = '', time = ''] = wall.format(new Date(row.at)).split(' ');
  return [
    date,
    time,
    timeZone,
    whoOf(row),
    lastFourOf(row),
    isKnownKind(row.kind) ? KIND_WORDS[row.kind] : row.kind,
    subjectOf(row.details) ?? '',
    detailWords(row.details),
    row.kind,
    row.request_id ?? '',
  ];
}

const whoOf = ({ person_name, token_name, through }: ActivityRow): string =>
  (person_name ?? token_name ?? '') + (through === null ? '' : ` through ${through.client || through.name}`);

function lastFourOf({ token_last_four, through }: ActivityRow): string {
  const lastFour = token_last_four ?? through?.lastFour;
  return lastFour === undefined ? '' : `…${lastFour}`;
}

// Lines of RFC 4180: fields with a quote, a comma or a line break are quoted, quotes are doubled, lines end in CRLF.
export const toCsvLine = (fields: readonly string[]): string => `${fields.map(toField).join(',')}\r\n`;

// A spreadsheet takes a cell that begins like this for a formula, which a name that a stranger chose must not be. The
// apostrophe makes it plain text there. A cell begins with the field, and also behind a semicolon, a tab or a line break:
// where the comma is the decimal sign, spreadsheets split lines at those and do not see our quotes.
const FORMULA = /(^|[;\t\r\n])(?=["']*[=+\-@\t\r＝＋－＠])/g;

function toField(text: string): string {
  const plain = text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
