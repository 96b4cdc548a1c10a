import type { Activity } from './activity.js';
import { formatBytes } from './format-bytes.js';

type Details = Activity['details'];

// How a day, 2026-06-15, is written: in a file as it is, on a page as the reader's language has it.
type WriteDay = (day: string) => string;

const AS_IT_IS: WriteDay = (day) => day;

// What else an entry tells, in one line; details of a kind that is not known here are left out.
export function detailWords(details: Details, writeDay = AS_IT_IS): string {
  return Object.entries(details)
    .map(([key, value]) => WORDS[key]?.(value, writeDay) ?? changeWords(key, value, writeDay))
    .filter((words) => words !== undefined)
    .join(' · ');
}

const WORDS: Readonly<Record<string, (value: unknown, writeDay: WriteDay) => string | undefined>> = {
  sizeBytes: (value) => (typeof value === 'number' ? formatBytes(value) : undefined),
  version: (value) => `version ${String(value)}`,
  owner: (value) => `of ${String(value)}`,
  role: (value) => `as ${String(value)}`,
  lastFour: (value) => `…${String(value)}`,
  newLastFour: (value) => `the new one is …${String(value)}`,
  overlapHours: (value) => `the old one works for another ${String(value)} h`,
  items: (value, writeDay) =>
    typeof value === 'number' ? `${value} ${value === 1 ? 'item' : 'items'}` : changeWords('items', value, writeDay),
  names: (value) => (Array.isArray(value) ? value.map(nameOf).join(', ') : undefined),
  bytes: (value) => (typeof value === 'number' ? formatBytes(value) : undefined),
  sessions: (value) => (typeof value === 'number' && value > 0 ? `${value} ended` : undefined),
  attempts: (value) => (value === 1 ? undefined : `${String(value)} times`),
  removed: (value) => (typeof value === 'string' && value !== '' ? `removed: ${value}` : undefined),
  replaced: (value) => (value === true ? 'in place of what was there' : undefined),
  from: (value, writeDay) => `from ${shown(value, writeDay)}`,
  to: (value, writeDay) => `to ${shown(value, writeDay)}`,
  flight: flightChangeWords,
  changes: (value, writeDay) =>
    typeof value === 'object' && value !== null ? detailWords({ ...value }, writeDay) : undefined,
  stopped: (value) =>
    value === 'gone' ? 'its receiver says that it is gone' : 'its receiver has not answered for days',
  host: (value) => (typeof value === 'string' ? `of ${value}` : undefined),
  ended: (value) => ENDED_WORDS[String(value)],
  url: (value) => (typeof value === 'string' ? value : undefined),
  tags: (value) => (Array.isArray(value) ? value.map(nameOf).join(', ') : undefined),
};

const ENDED_WORDS: Readonly<Record<string, string>> = {
  program: 'by the program itself',
  reuse: 'by itself: something used once came a second time, so somebody else may have it',
};

const nameOf = (tag: unknown): string =>
  typeof tag === 'object' && tag !== null && 'name' in tag ? String(tag.name) : String(tag);

// What was changed from what to what.
function changeWords(key: string, value: unknown, writeDay: WriteDay): string | undefined {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return undefined;
  return `${labelOf(key)}: ${shown(value.from, writeDay)} → ${shown(value.to, writeDay)}`;
}

const labelOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

// In words; a flight is from a day to a day, a list is its parts.
function shown(value: unknown, writeDay: WriteDay): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(nameOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  if ('start' in value && 'end' in value) return flightWords(value.start, value.end, writeDay);
  return Object.entries(value)
    .map(([key, part]) => `${labelOf(key)} ${shown(part, writeDay)}`)
    .join(', ');
}

// "now runs from 1 June 2026 until 30 June 2026, before without an end".
function flightChangeWords(value: unknown, writeDay: WriteDay): string | undefined {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return undefined;
  const now = value.to === null ? 'has no dates' : `runs ${shown(value.to, writeDay)}`;
  const before = value.from === null ? 'has no dates' : `runs ${shown(value.from, writeDay)}`;
  return value.from === null || now === before ? now : `now ${now}, before ${shown(value.from, writeDay)}`;
}

function flightWords(start: unknown, end: unknown, writeDay: WriteDay): string {
  const write = (moment: unknown): string => {
    const [day = '', time] = String(moment).split('T');
    return time === undefined ? writeDay(day) : `${writeDay(day)} ${time}`;
  };
  if (start === null && end === null) return 'without an end';
  return [start === null ? '' : `from ${write(start)}`, end === null ? '' : `until ${write(end)}`].join(' ').trim();
}

/** What it was done to, by its name of that day. */
export const subjectOf = (details: Details): string | undefined => textOf(details['name']) ?? textOf(details['email']);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
