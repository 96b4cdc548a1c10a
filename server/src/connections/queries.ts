import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { AiKeyId, MerchantId, PersonId } from '../ids.js';

export type CodeRow = {
  code_hash: Buffer;
  client_id: string;
  client_name: string;
  client_host: string | null;
  redirect_uri: string;
  challenge: string;
  permissions: string[];
  expires_at: string;
};

export function insertCode(db: Queryable, merchantId: MerchantId, personId: PersonId, code: CodeRow) {
  return db.rows(sql`
    insert into ai_codes (code_hash, merchant_id, person_id, client_id, client_name, client_host, redirect_uri, challenge,
                          permissions, expires_at)
    values (${code.code_hash}, ${merchantId}, ${personId}, ${code.client_id}, ${code.client_name}, ${code.client_host},
            ${code.redirect_uri}, ${code.challenge}, ${code.permissions}, ${code.expires_at})`);
}

// Whoever brings it a second time, at once or later, finds nothing. The one look-up, beside that of a token, that does not name
// the merchant: it is what finds the merchant.
export function takeCode(db: Queryable, codeHash: Buffer) {
  return db.row<CodeRow & { merchant_id: MerchantId; person_id: PersonId }>(sql`
    delete from ai_codes where code_hash = ${codeHash}
    returning code_hash, merchant_id, person_id, client_id, client_name, client_host, redirect_uri, challenge, permissions,
      expires_at`);
}

// A few at a time, and none that somebody else is at.
export function dropOldCodes(db: Queryable, now: string) {
  return db.rows(sql`
    delete from ai_codes where code_hash in (
      select code_hash from ai_codes where expires_at <= ${now} limit 100 for update skip locked)`);
}

export async function countConnections(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  now: string,
): Promise<number> {
  const row = await db.row<{ connections: number }>(sql`
    select (select count(*) from ai_keys
            where merchant_id = ${merchantId} and person_id = ${personId} and client_id is not null
              and revoked_at is null and expires_at > ${now})
         + (select count(*) from ai_codes
            where merchant_id = ${merchantId} and person_id = ${personId} and expires_at > ${now}) as connections`);
  return row?.connections ?? 0;
}

export type ConnectionRow = {
  merchant_id: MerchantId;
  person_id: PersonId;
  person_name: string;
  id: AiKeyId;
  name: string;
  last_four: string;
  client_id: string;
  client_host: string | null;
  permissions: string[];
  refresh_hash: Buffer;
  before_hash: Buffer | null;
  turn_salt: Buffer | null;
  created_at: string;
  rotated_at: string | null;
  value_expires_at: string;
  expires_at: string;
  revoked_at: string | null;
};

const connection = sql`
  select k.merchant_id, k.person_id, p.name as person_name, k.id, k.name, k.last_four, k.client_id, k.client_host,
    k.permissions, k.refresh_hash, k.before_hash, k.turn_salt, k.created_at, k.rotated_at, k.value_expires_at, k.expires_at,
    k.revoked_at
  from ai_keys k join people p on p.id = k.person_id`;

// Which one is meant: by a secret of its program.
export const byGrant = (grantHash: Buffer): Statement => sql`k.grant_hash = ${grantHash}`;
export const byCode = (codeHash: Buffer): Statement => sql`k.code_hash = ${codeHash}`;
export const byValue = (secretHash: Buffer): Statement =>
  sql`k.secret_hash = ${secretHash} and k.client_id is not null`;

// Whose it is, without a lock: the merchant and the membership are locked before it.
export function findConnectionOwner(db: Queryable, meant: Statement) {
  return db.row<Pick<ConnectionRow, 'merchant_id' | 'person_id'>>(sql`
    select k.merchant_id, k.person_id from ai_keys k where ${meant}`);
}

// Those who come at once wait for each other, so that of two who bring the same refresh token the second brings the one before.
export function lockConnection(db: Queryable, meant: Statement) {
  return db.row<ConnectionRow>(sql`${connection} where ${meant} for update of k`);
}

// The value that works now, and what comes after it.
export type Turn = {
  readonly secret_hash: Buffer;
  readonly last_four: string;
  readonly refresh_hash: Buffer;
  readonly value_expires_at: string;
  readonly expires_at: string;
};

type NewConnection = Turn &
  Pick<ConnectionRow, 'id' | 'name' | 'client_id' | 'client_host' | 'permissions' | 'created_at'> & {
    days: number;
    grant_hash: Buffer;
    code_hash: Buffer;
  };

export function insertConnection(db: Queryable, merchantId: MerchantId, personId: PersonId, row: NewConnection) {
  return db.rows(sql`
    insert into ai_keys (merchant_id, person_id, id, name, permissions, days, secret_hash, last_four, created_at, expires_at,
                         client_id, client_host, value_expires_at, grant_hash, refresh_hash, code_hash)
    values (${merchantId}, ${personId}, ${row.id}, ${row.name}, ${row.permissions}, ${row.days}, ${row.secret_hash},
            ${row.last_four}, ${row.created_at}, ${row.expires_at}, ${row.client_id}, ${row.client_host},
            ${row.value_expires_at}, ${row.grant_hash}, ${row.refresh_hash}, ${row.code_hash})`);
}

export function updateConnection(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  keyId: AiKeyId,
  turn: Turn & { readonly before_hash: Buffer; readonly turn_salt: Buffer; readonly rotated_at: string },
) {
  return db.rows(sql`
    update ai_keys
    set secret_hash = ${turn.secret_hash}, last_four = ${turn.last_four}, refresh_hash = ${turn.refresh_hash},
        before_hash = ${turn.before_hash}, turn_salt = ${turn.turn_salt},
        value_expires_at = ${turn.value_expires_at}, expires_at = ${turn.expires_at}, rotated_at = ${turn.rotated_at}
    where merchant_id = ${merchantId} and person_id = ${personId} and id = ${keyId}`);
}

/** After this, the previous refresh token no longer gets the answer again. */
export function forgetSalt(db: Queryable, merchantId: MerchantId, personId: PersonId, keyId: AiKeyId) {
  return db.rows(sql`
    update ai_keys set turn_salt = null
    where merchant_id = ${merchantId} and person_id = ${personId} and id = ${keyId}`);
}
