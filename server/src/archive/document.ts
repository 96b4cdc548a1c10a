import type { Segment } from './fault.js';

// Reading a file that may be wrong anywhere: what is not of the expected kind reads as absent. The faults of shape are
// found by the schema; with these readers the other checks can run over the same file, and the first fault of all wins.
export function childOf(value: unknown, segment: Segment): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, segment)?.value;
}

export function textOf(value: unknown, key: string): string | undefined {
  const child = childOf(value, key);
  return typeof child === 'string' ? child : undefined;
}

export function numberOf(value: unknown, key: string): number | undefined {
  const child = childOf(value, key);
  return typeof child === 'number' ? child : undefined;
}

export function listOf(value: unknown, key: string): readonly unknown[] {
  const child = childOf(value, key);
  return Array.isArray(child) ? child : [];
}

export function idOf(value: unknown, key: string): string | undefined {
  return textOf(value, key)?.toLowerCase();
}

// Left out and null are the same wherever null is allowed.
export function has(value: unknown, key: string): boolean {
  const child = childOf(value, key);
  return child !== undefined && child !== null;
}

// PostgreSQL holds no half of a surrogate pair, so one that stands alone becomes U+FFFD before anything is compared.
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries defines own properties, also one called __proto__.
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, wellFormed(child)]));
}
