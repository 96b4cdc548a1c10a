import { isScope, type Scope } from '@vitrine/contract/scopes';
import type { Clock } from '../clock.js';
import type { MerchantId, TokenId } from '../ids.js';
import type { AccessRow } from './queries.js';

// Who is calling: one token of one merchant, and what it may do.
export type Caller = {
  readonly merchantId: MerchantId;
  readonly tokenId: TokenId;
  readonly tokenName: string;
  readonly lastFour: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly planAllowsWrites: boolean;
  readonly isStopped: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly planEndsAt: number;
};

// Whose content is read, and how much of it: a token, or a person of the merchant.
export type Reader = Pick<Caller, 'merchantId' | 'scopes'>;

export function toCaller(row: AccessRow): Caller {
  return {
    merchantId: row.merchant_id,
    tokenId: row.token_id,
    tokenName: row.token_name,
    lastFour: row.last_four,
    scopes: new Set(row.scopes.filter(isScope)),
    planAllowsWrites: row.plan_allows_writes,
    isStopped: row.revoked_at !== null || row.suspended,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
    planEndsAt: row.plan_ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.plan_ends_at),
  };
}

// Compared with the clock on every request, cached or not (decisions, Tokens).
export function isWelcome(caller: Caller, clock: Clock): boolean {
  const now = clock.now();
  return !caller.isStopped && now < caller.expiresAt && now < caller.planEndsAt;
}
