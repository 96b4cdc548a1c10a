import type { NamedPart, StoredPart } from './disk-parts.js';

/** Returns the stored parts that a completion names. S3 wants each by number and ETag, in rising order. */
export function chooseParts(stored: readonly StoredPart[], named: readonly NamedPart[]): StoredPart[] | undefined {
  const known = new Map(stored.map((part) => [part.number, part]));
  const chosen: StoredPart[] = [];
  for (const { number, etag } of named) {
    const part = known.get(number);
    if (part === undefined || part.etag !== etag || number <= (chosen.at(-1)?.number ?? 0)) return undefined;
    chosen.push(part);
  }
  return chosen.length === 0 ? undefined : chosen;
}
