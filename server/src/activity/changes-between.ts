import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

// For the details of an entry: what became another, from what to what. Empty where nothing did.
export function changesBetween(before: Fields, after: Fields): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
