import { childOf } from './document.js';
import type { Fault, Segment } from './fault.js';

// The fault that a reader of the file meets first. Checks run one after another over the whole file, so the order in
// which they find faults is not the order in which the faults stand there.
export function firstFault(document: unknown, faults: readonly Fault[]): Fault | undefined {
  const before = (one: Fault, other: Fault): Fault => (comparePaths(document, other.path, one.path) < 0 ? other : one);
  return faults.length === 0 ? undefined : faults.reduce(before);
}

function comparePaths(value: unknown, one: readonly Segment[], other: readonly Segment[]): number {
  const [head, ...rest] = one;
  const [otherHead, ...otherRest] = other;
  // A fault of the whole stands before the faults of its parts.
  if (head === undefined || otherHead === undefined) return one.length - other.length;
  if (head !== otherHead) return placeOf(value, head) - placeOf(value, otherHead);
  return comparePaths(childOf(value, head), rest, otherRest);
}

// A key that is missing is missed at the end of its object.
function placeOf(value: unknown, segment: Segment): number {
  if (typeof segment === 'number') return segment;
  const place = typeof value === 'object' && value !== null ? Object.keys(value).indexOf(segment) : -1;
  return place === -1 ? Number.MAX_SAFE_INTEGER : place;
}
