import { isScope, type Scope } from '@vitrine/contract/scopes';
import { createBoundedMap } from '../bounded-map.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { TokenRef } from '../principal.js';
import { findAccessByHash, type AccessRow } from './token-queries.js';
import { hashTokenSecret } from './token-secret.js';

// A token and what it may do, as the database has it.
export type KnownToken = {
  readonly merchantId: MerchantId;
  readonly token: TokenRef;
  readonly scopes: ReadonlySet<Scope>;
  readonly planAllowsWrites: boolean;
  readonly isStopped: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly planEndsAt: number;
};

export function toKnownToken(row: AccessRow): KnownToken {
  return {
    merchantId: row.merchant_id,
    token: { id: row.token_id, name: row.token_name, lastFour: row.last_four },
    scopes: scopesOf(row.scopes),
    planAllowsWrites: row.plan_allows_writes,
    isStopped: row.revoked_at !== null || row.suspended,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
    planEndsAt: row.plan_ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.plan_ends_at),
  };
}

// Few sets are given to many tokens: kept once each, a token takes half the room.
const scopeSets = new Map<string, ReadonlySet<Scope>>();

function scopesOf(names: readonly string[]): ReadonlySet<Scope> {
  const key = names.join(' ');
  const known = scopeSets.get(key) ?? new Set(names.filter(isScope));
  if (scopeSets.size < SCOPE_SETS_MAX) scopeSets.set(key, known);
  return known;
}

const SCOPE_SETS_MAX = 1_000;

// Compared with the clock on every request, cached or not (decisions, Tokens).
export function isActive(known: KnownToken, clock: Clock): boolean {
  const now = clock.now();
  return !known.isStopped && now < known.expiresAt && now < known.planEndsAt;
}

// Some 50,000 tokens.
const TOKENS_BYTES_MAX = 32 * 1024 * 1024;
// By what the process grows with each: the hash that it is found by, the objects, the text of the name.
const bytesOf = ({ token }: KnownToken): number => 600 + 2 * token.name.length;

// Token look-ups, kept in the process while somebody tells it of changes (a look-up costs 0.25 to 0.45 ms).
export type KnownTokens = {
  readonly find: (secret: string) => Promise<KnownToken | undefined>;
  readonly drop: (merchantId: MerchantId) => void;
  readonly setListening: (listening: boolean) => void;
};

export function createKnownTokens(db: Db): KnownTokens {
  // What a change drops, so that the others are not gone through.
  const keysOf = new Map<MerchantId, Set<string>>();
  const kept = createBoundedMap<string, KnownToken>(TOKENS_BYTES_MAX, bytesOf, (key, { merchantId }) => {
    const keys = keysOf.get(merchantId);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(merchantId);
  });
  let listening = false;
  let changes = 0;

  const keep = (key: string, known: KnownToken): void => {
    kept.set(key, known);
    keysOf.set(known.merchantId, (keysOf.get(known.merchantId) ?? new Set()).add(key));
  };

  return {
    async find(secret) {
      const key = hashTokenSecret(secret);
      const cached = kept.get(key);
      if (cached !== undefined) return cached;
      const changesBefore = changes;
      const row = await findAccessByHash(db, Buffer.from(key, 'hex'));
      if (row === undefined) return undefined;
      const known = toKnownToken(row);
      // A change that arrived while we read may be newer than what we read: then the answer is not kept.
      if (listening && changes === changesBefore) keep(key, known);
      return known;
    },
    drop(merchantId) {
      changes += 1;
      for (const key of keysOf.get(merchantId) ?? []) kept.delete(key);
    },
    setListening(now) {
      listening = now;
      changes += 1;
      kept.clear();
      keysOf.clear();
    },
  };
}
