import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Code in the guides that says it can be run, and what the guide says it prints.
export type Block = { readonly language: string; readonly code: string; readonly output: string | undefined };
export type GuidePage = {
  readonly name: string;
  readonly blocks: readonly Block[];
  // Bodies of errors that stand there without a command that gives them.
  readonly errors: readonly string[];
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FENCE = /^```(\S+)([^\n]*)\n([^]*?)^```$/gm;

export function readGuides(): GuidePage[] {
  const folder = `${ROOT}docs/api/`;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => {
    const markdown = readFileSync(folder + name, 'utf8');
    return { name, blocks: blocksOf(markdown), errors: errorsOf(markdown) };
  });
}

function blocksOf(markdown: string): Block[] {
  const fences = [...markdown.matchAll(FENCE)].map((match) => ({
    language: match[1] ?? '',
    notes: (match[2] ?? '').trim(),
    code: match[3] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  return fences.flatMap(({ language, notes, code, end }, at) => {
    if (notes !== 'run') return [];
    const next = fences[at + 1];
    const isOutput = next?.notes === 'output' && markdown.slice(end, next.start).trim() === '';
    return [{ language, code, output: isOutput ? next.code : undefined }];
  });
}

/** The README's upload with curl. */
export const UPLOAD_SCRIPT = `${ROOT}examples/curl-upload/upload.sh`;

const errorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(FENCE)]
    .filter((match) => match[1] === 'json' && match[2] === '' && match[3]?.includes('"error"'))
    .map((match) => match[3] ?? '');

const DAY_MS = 86_400_000;
const DATE = /\b2026-\d\d-\d\d(?=T|\b)/g;

/** Moves the dates of a text of the guides, which are those of 15 June 2026, by as many days as have passed since. */
export const moveDates = (text: string, days: number): string =>
  text.replace(DATE, (date) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));

export const daysSinceGuides = (now: number): number => Math.floor((now - Date.parse('2026-06-15')) / DAY_MS);

// `…` in what a guide shows stands for anything; JSON is compared by value, whatever its layout.
export function isAsShown(shown: string, actual: string): boolean {
  const [left, right] = [parseJson(shown), parseJson(actual)];
  if (left === undefined || right === undefined) return isLike(shown.trim(), actual.trim());
  return isSame(left, right);
}

function isSame(shown: unknown, actual: unknown): boolean {
  if (typeof shown === 'string' && typeof actual === 'string') return isLike(shown, actual);
  if (typeof shown !== 'object' || typeof actual !== 'object' || shown === null || actual === null) {
    return shown === actual;
  }
  const [left, right] = [Object.entries(shown), Object.entries(actual)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => {
      const found: unknown = Reflect.get(actual, key);
      return key in actual && (key === 'resetSeconds' ? isSecondsOfAMinute(found) : isSame(value, found));
    })
  );
}

// Counts down with the clock, so no page can show the number that the reader gets.
const isSecondsOfAMinute = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 60;

const isLike = (shown: string, actual: string): boolean =>
  new RegExp(
    `^${shown
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  ).test(actual);

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
