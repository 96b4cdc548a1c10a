type Part = { readonly number: number; readonly etag: string };

/** Returns the stored parts that a completion names. S3 wants each by number and ETag, in rising order. */
export function chooseParts<Stored extends Part>(
  stored: readonly Stored[],
  named: readonly Part[],
): Stored[] | undefined {
  const known = new Map(stored.map((part) => [part.number, part]));
  const chosen: Stored[] = [];
  for (const { number, etag } of named) {
    const part = known.get(number);
    if (part === undefined || part.etag !== etag || number <= (chosen.at(-1)?.number ?? 0)) return undefined;
    chosen.push(part);
  }
  return chosen.length === 0 ? undefined : chosen;
}
