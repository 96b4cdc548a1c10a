import { InvalidArgumentError } from 'commander';

// What an option's text must be. A wrong one is wrong usage: exit 2, with the sentence.

const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

// `500MB`, `10GB` or plain bytes; units are binary.
export function parseBytes(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,15})\s*([KMGT]B)?$/.exec(text.toUpperCase()) ?? [];
  const bytes = Number(digits) * (UNITS[unit] ?? 1);
  if (digits === '' || !Number.isSafeInteger(bytes))
    throw new InvalidArgumentError('Write a size such as 500MB or 10GB.');
  return bytes;
}

export function parseName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Write a name that is not blank.');
  return text.trim();
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number above 0.');
  return Number(text);
}

export function parseYesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Write yes or no.');
  return text === 'yes';
}

// A moment as ISO text, or `never` as it is: Commander would make an empty text of null.
export function parseEnd(text: string): string {
  if (text === NEVER) return NEVER;
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isMoment) throw new InvalidArgumentError('Write a UTC moment such as 2027-01-31T00:00:00Z, a day, or never.');
  return new Date(text).toISOString();
}

export const NEVER = 'never';

// A number, or `any` as it is.
export const parseCountOrAny = (text: string): number | typeof ANY => (text === ANY ? ANY : parseCount(text));

export const ANY = 'any';
