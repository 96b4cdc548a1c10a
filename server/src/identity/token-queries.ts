import type { Scope } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PersonId, TokenId } from '../ids.js';

export type TokenRow = {
  merchant_id: MerchantId;
  id: TokenId;
  name: string;
  scopes: string[];
  last_four: string;
  created_at: string;
  created_by_person_id: PersonId | null;
  created_by_name: string | null;
  expires_at: string;
  revoked_at: string | null;
  rotated_at: string | null;
};

export type SeenTokenRow = TokenRow & { last_used_at: string | null };

const columns = sql`
  merchant_id, id, name, scopes, last_four, created_at, created_by_person_id, created_by_name, expires_at, revoked_at,
  rotated_at`;

// Its last use is written with its usage, every few seconds: on a cluster tokens are on every node, and usage is on one.
const lastUse = (merchantId: MerchantId): Statement => sql`(
      select last_used_at from token_usage as used
      where used.merchant_id = ${merchantId} and used.token_id = tokens.id
      order by day desc
      limit 1
    ) as last_used_at`;

export type NewTokenRow = Omit<TokenRow, 'merchant_id' | 'scopes' | 'revoked_at' | 'rotated_at'> & {
  scopes: Scope[];
  secret_hash: Buffer;
};

export async function insertToken(db: Queryable, merchantId: MerchantId, token: NewTokenRow): Promise<void> {
  await db.rows(sql`
    insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, created_by_person_id,
                        created_by_name, expires_at)
    values (${merchantId}, ${token.id}, ${token.name}, ${token.scopes}, ${token.secret_hash}, ${token.last_four},
            ${token.created_at}, ${token.created_by_person_id}, ${token.created_by_name}, ${token.expires_at})`);
}

export function selectTokens(db: Queryable, merchantId: MerchantId) {
  return db.rows<SeenTokenRow>(sql`
    select ${columns}, ${lastUse(merchantId)} from tokens
    where merchant_id = ${merchantId}
    order by created_at desc, id`);
}

export function findToken(db: Queryable, merchantId: MerchantId, tokenId: TokenId) {
  return db.row<SeenTokenRow>(sql`
    select ${columns}, ${lastUse(merchantId)} from tokens where merchant_id = ${merchantId} and id = ${tokenId}`);
}

export function lockToken(db: Queryable, merchantId: MerchantId, tokenId: TokenId) {
  return db.row<TokenRow>(sql`
    select ${columns} from tokens where merchant_id = ${merchantId} and id = ${tokenId} for update`);
}

// Active is whatever would be answered, the old one in its rotation's overlap too (decisions, Tokens).
export async function countActiveTokens(db: Queryable, merchantId: MerchantId, now: string): Promise<number> {
  const row = await db.row<{ active: number }>(sql`
    select count(*) as active from tokens
    where merchant_id = ${merchantId} and revoked_at is null and expires_at > ${now}`);
  return row?.active ?? 0;
}

// An operator names a token by its id alone; ids are the merchants' own, so several could share one.
export function selectTokensById(db: Queryable, tokenId: TokenId) {
  return db.rows<TokenRow>(sql`select ${columns} from tokens where id = ${tokenId}`);
}

export function markTokenRevoked(db: Queryable, merchantId: MerchantId, tokenId: TokenId, now: string) {
  return db.rows(sql`
    update tokens set revoked_at = ${now} where merchant_id = ${merchantId} and id = ${tokenId}`);
}

// A rotation never lengthens the life of the old token.
export function markTokenRotated(
  db: Queryable,
  merchantId: MerchantId,
  tokenId: TokenId,
  { now, overlapEnd }: { readonly now: string; readonly overlapEnd: string },
) {
  return db.rows(sql`
    update tokens set rotated_at = ${now}, expires_at = least(expires_at, ${overlapEnd}::timestamptz)
    where merchant_id = ${merchantId} and id = ${tokenId}`);
}
