import type { Role } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { AiKeyId, MerchantId, PersonId } from '../ids.js';

export type AiKeyRow = {
  id: AiKeyId;
  person_id: PersonId;
  person_name: string;
  name: string;
  permissions: string[];
  days: number;
  last_four: string;
  created_at: string;
  rotated_at: string | null;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  client: string | null;
  client_id: string | null;
  client_host: string | null;
};

const columns = sql`k.id, k.person_id, p.name as person_name, k.name, k.permissions, k.days, k.last_four, k.created_at,
  k.rotated_at, k.expires_at, k.revoked_at, k.client_id, k.client_host`;

// On a cluster keys are on every node, and their uses are on one.
const withUses = (merchantId: MerchantId): Statement => sql`
  select ${columns}, used.last_used_at, used.client
  from ai_keys k join people p on p.id = k.person_id
    left join ai_key_uses used
      on used.merchant_id = ${merchantId} and used.person_id = k.person_id and used.key_id = k.id
  where k.merchant_id = ${merchantId}`;

// Those that work, and those that worked at `since`.
export function selectAiKeys(db: Queryable, merchantId: MerchantId, since: string) {
  return db.rows<AiKeyRow>(sql`
    ${withUses(merchantId)} and coalesce(k.revoked_at, k.expires_at) > ${since}
    order by k.created_at desc, k.id`);
}

export function selectAiKeysOf(db: Queryable, merchantId: MerchantId, personId: PersonId, since: string) {
  return db.rows<AiKeyRow>(sql`
    ${withUses(merchantId)} and k.person_id = ${personId} and coalesce(k.revoked_at, k.expires_at) > ${since}
    order by k.created_at desc, k.id`);
}

export function findAiKey(db: Queryable, merchantId: MerchantId, personId: PersonId, keyId: AiKeyId) {
  return db.row<AiKeyRow>(sql`${withUses(merchantId)} and k.person_id = ${personId} and k.id = ${keyId}`);
}

// Whose it is. Ids are drawn, so that no two people have the same one.
export async function findAiKeyOwner(db: Queryable, merchantId: MerchantId, keyId: AiKeyId) {
  const row = await db.row<{ person_id: PersonId }>(sql`
    select person_id from ai_keys where merchant_id = ${merchantId} and id = ${keyId} order by person_id limit 1`);
  return row?.person_id;
}

export async function countActiveAiKeys(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  now: string,
): Promise<number> {
  const row = await db.row<{ active: number }>(sql`
    select count(*) as active from ai_keys
    where merchant_id = ${merchantId} and person_id = ${personId} and client_id is null
      and revoked_at is null and expires_at > ${now}`);
  return row?.active ?? 0;
}

type NewAiKeyRow = Pick<
  AiKeyRow,
  'id' | 'name' | 'permissions' | 'days' | 'last_four' | 'created_at' | 'expires_at'
> & { secret_hash: Buffer };

export function insertAiKey(db: Queryable, merchantId: MerchantId, personId: PersonId, key: NewAiKeyRow) {
  return db.rows(sql`
    insert into ai_keys (merchant_id, person_id, id, name, permissions, days, secret_hash, last_four, created_at, expires_at)
    values (${merchantId}, ${personId}, ${key.id}, ${key.name}, ${key.permissions}, ${key.days}, ${key.secret_hash},
            ${key.last_four}, ${key.created_at}, ${key.expires_at})`);
}

type NewValue = {
  readonly secretHash: Buffer;
  readonly lastFour: string;
  readonly now: string;
  readonly expiresAt: string;
};

// Undefined when it was revoked or is over, or is a connection: that one's program replaces its value.
export function updateAiKeyValue(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  keyId: AiKeyId,
  { secretHash, lastFour, now, expiresAt }: NewValue,
) {
  return db.row<{ id: AiKeyId }>(sql`
    update ai_keys
    set secret_hash = ${secretHash}, last_four = ${lastFour}, rotated_at = ${now}, expires_at = ${expiresAt}
    where merchant_id = ${merchantId} and person_id = ${personId} and id = ${keyId}
      and client_id is null and revoked_at is null and expires_at > ${now}
    returning id`);
}

// Undefined when it was revoked before: the first moment stays.
export function markAiKeyRevoked(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  keyId: AiKeyId,
  now: string,
) {
  return db.row<{ id: AiKeyId }>(sql`
    update ai_keys set revoked_at = ${now}
    where merchant_id = ${merchantId} and person_id = ${personId} and id = ${keyId} and revoked_at is null
    returning id`);
}

// All that work still.
export function markAiKeysRevoked(db: Queryable, merchantId: MerchantId, personId: PersonId, now: string) {
  return db.rows<Pick<AiKeyRow, 'id' | 'name' | 'last_four' | 'client_id'>>(sql`
    update ai_keys set revoked_at = ${now}
    where merchant_id = ${merchantId} and person_id = ${personId} and revoked_at is null and expires_at > ${now}
    returning id, name, last_four, client_id`);
}

export function deleteCodesOf(db: Queryable, merchantId: MerchantId, personId: PersonId) {
  return db.rows(sql`delete from ai_codes where merchant_id = ${merchantId} and person_id = ${personId}`);
}

// Whether a person may use a merchant through an assistant at all.
export type MemberFacts = {
  person_name: string;
  suspended: boolean;
  plan_ends_at: string | null;
  disabled_at: string | null;
  lacks_second_factor: boolean;
  has_company_account: boolean;
};

export type AiAccessRow = MemberFacts & {
  merchant_id: MerchantId;
  person_id: PersonId;
  key_id: AiKeyId;
  key_name: string;
  last_four: string;
  permissions: string[];
  created_at: string;
  expires_at: string;
  value_expires_at: string | null;
  revoked_at: string | null;
  role: Role;
  merchant_name: string;
  time_zone: string;
  plan_allows_writes: boolean;
};

// Whoever has an account of the company that is set up now has met what it demands.
const standing = (issuer: string | undefined) => {
  const hasCompanyAccount = sql`exists (
    select from company_accounts c where c.person_id = p.id and c.issuer = ${issuer ?? null}::text)`;
  return sql`p.name as person_name, m.suspended, m.plan_ends_at, p.disabled_at,
    m.requires_second_factor
      and not exists (select from totp_secrets t where t.person_id = p.id and t.confirmed_at is not null)
      and not exists (select from passkeys s where s.person_id = p.id)
      and not ${hasCompanyAccount} as lacks_second_factor,
    ${hasCompanyAccount} as has_company_account`;
};

// Undefined for who has no place there. Who is about to be removed is removed afterwards.
export function findMemberFacts(db: Queryable, merchantId: MerchantId, personId: PersonId, issuer: string | undefined) {
  return db.row<MemberFacts>(sql`
    select ${standing(issuer)}
    from memberships b join people p on p.id = b.person_id join merchants m on m.id = b.merchant_id
    where b.merchant_id = ${merchantId} and b.person_id = ${personId}
    for key share of b`);
}

// The one look-up that does not name the merchant: it is what finds the merchant. What the person is there is as it stands
// now, and who has no place there any more has no key.
export function findAiAccessByHash(db: Queryable, secretHash: Buffer, issuer: string | undefined) {
  return db.row<AiAccessRow>(sql`
    select k.merchant_id, k.person_id, k.id as key_id, k.name as key_name, k.last_four, k.permissions, k.created_at,
      k.expires_at, k.value_expires_at, k.revoked_at, b.role, m.name as merchant_name, m.time_zone, m.plan_allows_writes,
      ${standing(issuer)}
    from ai_keys k
      join memberships b on b.merchant_id = k.merchant_id and b.person_id = k.person_id
      join people p on p.id = k.person_id
      join merchants m on m.id = k.merchant_id
    where k.secret_hash = ${secretHash}`);
}

type Use = { readonly lastUsedAt: string; readonly client: string };

// Nothing where the key has gone since it was let in.
export function writeAiKeyUse(
  db: Queryable,
  merchantId: MerchantId,
  personId: PersonId,
  keyId: AiKeyId,
  { lastUsedAt, client }: Use,
) {
  return db.rows(sql`
    insert into ai_key_uses as used (merchant_id, person_id, key_id, last_used_at, client)
    select ${merchantId}::uuid, person_id, id, ${lastUsedAt}::timestamptz, ${client}::text from ai_keys
    where merchant_id = ${merchantId} and person_id = ${personId} and id = ${keyId}
    on conflict (merchant_id, person_id, key_id) do update
    set last_used_at = greatest(used.last_used_at, excluded.last_used_at), client = excluded.client`);
}

export function findAiKeyUse(db: Queryable, merchantId: MerchantId, personId: PersonId, keyId: AiKeyId) {
  return db.row<{ last_used_at: string; client: string }>(sql`
    select last_used_at, client from ai_key_uses
    where merchant_id = ${merchantId} and person_id = ${personId} and key_id = ${keyId}`);
}
