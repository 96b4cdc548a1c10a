import assert from 'node:assert/strict';

// Version 1 only grows: an answer may have come to say more, and says all that it said.
export function assertStillGives(now: unknown, then: unknown, where: string): void {
  assert.deepEqual(onlyKnown(now, then), then, where);
}

// What is there now, without the fields that were not there then.
function onlyKnown(now: unknown, then: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((item, at) => onlyKnown(item, then[at]));
  if (!isObject(now) || !isObject(then)) return now;
  const known = Object.entries(now).filter(([key]) => key in then);
  return Object.fromEntries(known.map(([key, value]) => [key, onlyKnown(value, then[key])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
