import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, TokenId } from '../ids.js';

export type TokenRow = {
  merchant_id: MerchantId;
  id: TokenId;
  name: string;
  scopes: string[];
  last_four: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
};

export function insertToken(
  db: Queryable,
  merchantId: MerchantId,
  token: Omit<TokenRow, 'merchant_id' | 'revoked_at'> & { secret_hash: Buffer },
) {
  return db.rows(sql`
    insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at)
    values (${merchantId}, ${token.id}, ${token.name}, ${token.scopes}, ${token.secret_hash}, ${token.last_four},
            ${token.created_at}, ${token.expires_at})`);
}

export function selectTokens(db: Queryable, merchantId: MerchantId) {
  return db.rows<TokenRow>(sql`
    select merchant_id, id, name, scopes, last_four, created_at, expires_at, revoked_at from tokens
    where merchant_id = ${merchantId}
    order by created_at desc, id`);
}

// Active is neither revoked nor expired (decisions, Tokens).
export async function countActiveTokens(db: Queryable, merchantId: MerchantId, now: string): Promise<number> {
  const row = await db.row<{ active: number }>(sql`
    select count(*) as active from tokens
    where merchant_id = ${merchantId} and revoked_at is null and expires_at > ${now}`);
  return row?.active ?? 0;
}

// An operator names a token by its id alone; ids are the merchants' own, so several could share one.
export function selectTokensById(db: Queryable, tokenId: TokenId) {
  return db.rows<TokenRow>(sql`
    select merchant_id, id, name, scopes, last_four, created_at, expires_at, revoked_at from tokens
    where id = ${tokenId}`);
}

export function markTokenRevoked(db: Queryable, merchantId: MerchantId, tokenId: TokenId, now: string) {
  return db.row<TokenRow>(sql`
    update tokens set revoked_at = coalesce(revoked_at, ${now})
    where merchant_id = ${merchantId} and id = ${tokenId}
    returning merchant_id, id, name, scopes, last_four, created_at, expires_at, revoked_at`);
}
