import { styleText } from 'node:util';
import { hasColours } from './config.js';
import { clip, pad, plain, textWidth } from './text-width.js';

export type OutputOptions = { readonly json?: boolean; readonly quiet?: boolean };

// `shrinks`: may be cut to fit the terminal. `drops`: may be left out to fit, the highest number first.
export type Column<Row> = {
  readonly heading: string;
  readonly text: (row: Row) => string;
  readonly shrinks?: boolean;
  readonly drops?: number;
};

const GAP = '  ';
const SHRUNK_WIDTH_MIN = 16;

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const tell = (text: string): void => void process.stderr.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

// A table for people: as wide as the terminal at most, and whole into a pipe.
export function printTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  for (const line of toTable(columns, rows, width)) print(line);
}

export function toTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string[] {
  const cells = columns.map((column) => [column.heading, ...rows.map((row) => plain(column.text(row)))]);
  const all = columns.map((column, at) => ({ column, cells: cells[at] ?? [], width: widest(cells[at] ?? []) }));
  const shown = fit(all, width);
  return Array.from({ length: rows.length + 1 }, (_, at) => {
    const line = shown
      .map((one) => pad(clip(one.cells[at] ?? '', one.width), one.width))
      .join(GAP)
      .trimEnd();
    return at === 0 ? dim(line) : line;
  });
}

type Laid<Row> = { readonly column: Column<Row>; readonly cells: readonly string[]; readonly width: number };

const widest = (cells: readonly string[]): number => Math.max(...cells.map(textWidth));

function fit<Row>(all: readonly Laid<Row>[], width: number): Laid<Row>[] {
  let shown = [...all];
  const least = (one: Laid<Row>): number => (one.column.shrinks ? Math.min(one.width, SHRUNK_WIDTH_MIN) : one.width);
  const needed = (): number => shown.reduce((sum, one) => sum + least(one) + GAP.length, -GAP.length);
  while (needed() > width) {
    const next = shown
      .filter((one) => one.column.drops)
      .toSorted((a, b) => (b.column.drops ?? 0) - (a.column.drops ?? 0))[0];
    if (next === undefined) break;
    shown = shown.filter((one) => one !== next);
  }
  // What is left over goes to the columns that were cut, from the left.
  let spare = width - needed();
  return shown.map((one) => {
    const given = Math.max(0, Math.min(spare, one.width - least(one)));
    spare -= given;
    return { ...one, width: least(one) + given };
  });
}

// One thing: a line a field.
export function printFields(fields: Readonly<Record<string, string>>): void {
  const width = Math.max(...Object.keys(fields).map(textWidth));
  for (const [name, value] of Object.entries(fields)) print(`${dim(pad(name, width))}${GAP}${plain(value)}`);
}

const dim = (text: string): string => (hasColours(process.env, process.stdout) ? styleText('dim', text) : text);
