import { hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import { invalidRequest } from '../errors.js';
import type { MerchantId } from '../ids.js';

// Where a list goes on. The seal binds a position to the list, the merchant and the filters that it was made under, so a
// bent cursor, or one of another list, merchant or search, does not open (decisions, Shapes).
export type CursorScope = {
  readonly list: string;
  readonly merchantId: MerchantId;
  readonly filters: readonly string[];
};
// The third is the mark of a text that was cut (db/text-place.ts).
export type Position = readonly [string, string, string?];

const SEAL_BYTES = 16;

export function sealCursor(key: KeyObject, scope: CursorScope, position: Position): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([seal(key, scope, payload), payload]).toString('base64url');
}

const TAGGED_LISTS = ['media', 'campaigns'];

/** What a refusal says of a cursor that does not open. */
export function notOursOf({ list }: CursorScope): string {
  const filters = TAGGED_LISTS.includes(list) ? 'q and tag' : 'q';
  return `is not one that this list gave for these filters. Send nextCursor unchanged, with the same ${filters}, or start again without it`;
}

export function openCursor(
  key: KeyObject,
  scope: CursorScope,
  cursor: string,
  notOurs: string = notOursOf(scope),
): Position {
  const position = findPosition(key, scope, cursor);
  if (position === undefined) throw invalidRequest(`cursor: ${notOurs}.`);
  return position;
}

export function findPosition(key: KeyObject, scope: CursorScope, cursor: string): Position | undefined {
  const parts = findParts(cursor);
  const isOurs = parts !== undefined && timingSafeEqual(parts.sealed, seal(key, scope, parts.payload));
  return isOurs ? asPosition(parts.payload) : undefined;
}

// Whether it may be one of ours, under whatever filters: sealed or not, it reads as a position.
export function looksLikeCursor(cursor: string): boolean {
  const parts = findParts(cursor);
  try {
    return parts !== undefined && Array.isArray(asPosition(parts.payload));
  } catch {
    return false;
  }
}

function findParts(cursor: string) {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node reads base64url leniently; only the exact text that we wrote is taken.
  const isCanonical = bytes.length > SEAL_BYTES && bytes.toString('base64url') === cursor;
  return isCanonical ? { sealed: bytes.subarray(0, SEAL_BYTES), payload: bytes.subarray(SEAL_BYTES) } : undefined;
}

// HMAC-SHA256, from two plain hashes: Node's createHmac makes an object that the garbage has to be told of, and takes twice
// as long.
function seal(key: KeyObject, scope: CursorScope, payload: Buffer): Buffer {
  const { inner, outer } = padsOf(key);
  const bound = Buffer.from(`${JSON.stringify([scope.list, scope.merchantId, ...scope.filters])}\0`);
  outer.write(hash('sha256', Buffer.concat([inner, bound, payload]), 'binary'), BLOCK_BYTES, 'latin1');
  return Buffer.from(hash('sha256', outer, 'hex').slice(0, 2 * SEAL_BYTES), 'hex');
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

type Pads = { readonly inner: Buffer; readonly outer: Buffer };
const padsByKey = new WeakMap<KeyObject, Pads>();

// Laid out once for each key, which is shorter than a block; behind the outer one is room for the inner hash.
function padsOf(key: KeyObject): Pads {
  const known = padsByKey.get(key);
  if (known !== undefined) return known;
  const block = Buffer.concat([key.export()], BLOCK_BYTES);
  const outer = Buffer.concat([block.map((byte) => byte ^ 0x5c)], BLOCK_BYTES + DIGEST_BYTES);
  const pads = { inner: Buffer.from(block.map((byte) => byte ^ 0x36)), outer };
  padsByKey.set(key, pads);
  return pads;
}

// Where it was sealed by us its shape is known.
const asPosition = (payload: Buffer): Position => JSON.parse(payload.toString()) as Position;
