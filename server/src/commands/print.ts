type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
type Options = { readonly json?: boolean };

// A table for people, JSON for programs.
export function printRows(rows: readonly Row[], { json }: Options, empty: string): void {
  if (json) return write(JSON.stringify(rows, null, 2));
  const [first] = rows;
  if (first === undefined) return write(empty);
  const names = Object.keys(first);
  const lines = [names.map(toHeading), ...rows.map((row) => names.map((name) => toText(row[name])))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  write(
    lines
      .map((line) =>
        line
          .map((text, at) => text.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  );
}

// One thing: a line a field.
export function printRow(row: Row, { json }: Options): void {
  if (json) return write(JSON.stringify(row, null, 2));
  const width = Math.max(...Object.keys(row).map((name) => toHeading(name).length));
  write(
    Object.entries(row)
      .map(([name, value]) => `${toHeading(name).padEnd(width)}  ${toText(value)}`)
      .join('\n'),
  );
}

const write = (text: string): void => void process.stdout.write(`${text}\n`);

// `storageQuotaBytes` to `storage quota bytes`.
const toHeading = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function toText(value: Cell | undefined): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? '-' : value.join(' ');
  // A name may hold what moves a terminal's cursor or colours it.
  return String(value).replace(/\p{Cc}/gu, '\u{fffd}');
}
