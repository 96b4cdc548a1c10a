// The statements of an import but for those that put rows in (insert-queries.ts).
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

// A statement that moves a large merchant takes longer than a request's may.
export const allowLongStatements = (db: Queryable) => db.rows(sql`set local statement_timeout = 0`);

// Of this import alone, until its transaction is over, also for whoever was not told that it is.
export const holdImport = (db: Queryable, importId: string) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${importId}, 0))`);

export const tryHoldImport = (db: Queryable, importId: string) =>
  db.row<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended(${importId}, 0)) as got`);

// As a join: `= any` would compare every row with every key.
export const selectNamedAmong = (db: Queryable, merchantId: MerchantId, keys: readonly ObjectKey[]) =>
  db.rows<{ key: ObjectKey }>(sql`
    with asked as materialized (select unnest(${keys}::text[]) as key)
    select key from asked join media on object_key = key where merchant_id = ${merchantId}
    union all
    select key from asked join media on thumbnail_key = key where merchant_id = ${merchantId}`);

// The one look across merchants: a secret names its merchant, so two merchants cannot share one.
export const selectSecretsElsewhere = (db: Queryable, merchantId: MerchantId, secretHashes: readonly string[]) =>
  db.rows<{ secretHash: string }>(sql`
    select encode(secret_hash, 'hex') as "secretHash" from tokens
    where merchant_id <> ${merchantId}
      and secret_hash in (select decode(hash, 'hex') from unnest(${secretHashes}::text[]) as hash)`);

export type OldObject = {
  readonly id: string;
  readonly state: 'awaiting' | 'ready' | 'trashed';
  readonly mimeType: string | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly objectKey: string | null;
  readonly thumbnailKey: string | null;
  readonly thumbnailSizeBytes: number | null;
};

export const selectOldObjects = (db: Queryable, merchantId: MerchantId) =>
  db.rows<OldObject>(sql`
    select id, state, mime_type as "mimeType", size_bytes as "sizeBytes", encode(sha256, 'hex') as "sha256",
      object_key as "objectKey", thumbnail_key as "thumbnailKey", thumbnail_size_bytes as "thumbnailSizeBytes"
    from media
    where merchant_id = ${merchantId} and (object_key is not null or thumbnail_key is not null)`);

export type HeldObject = {
  readonly key: string;
  readonly reservedBytes: number;
  readonly deleteAfter: string;
  readonly uploadId: string | null;
};

// What waits to be deleted, with the room that is held for it.
export const selectHeld = (db: Queryable, merchantId: MerchantId) =>
  db.rows<HeldObject>(sql`
    select object_key as key, reserved_bytes as "reservedBytes", delete_after as "deleteAfter",
      store_upload_id as "uploadId"
    from pending_deletions where merchant_id = ${merchantId}`);

// In everybody's order, and before the merchant's own row: whoever changes the content holds one of these and then asks for
// that row, by its foreign key. Counted, because a million rows need not come here to be held. Webhooks and what
// hangs on people are not among them: whoever writes those holds the merchant first, and each would wait for the other.
export async function lockContent(db: Queryable, merchantId: MerchantId): Promise<void> {
  const held = (rows: Statement, as = sql`update`): Statement => sql`select count(*) from (${rows} for ${as}) as held`;
  await db.rows(held(sql`select from deleted_content where merchant_id = ${merchantId} order by kind, id`));
  await db.rows(held(sql`select from storage_usage where merchant_id = ${merchantId}`));
  await db.rows(held(sql`select from media where merchant_id = ${merchantId} order by id`));
  await db.rows(held(sql`select from playlists where merchant_id = ${merchantId} order by id`));
  await db.rows(held(sql`select from campaigns where merchant_id = ${merchantId} order by lineage_id`));
  // The first beat of a screen asks for the merchant and then, by a foreign key too, for the screen: it passes.
  await db.rows(held(sql`select from screens where merchant_id = ${merchantId} order by id`, sql`no key update`));
  await db.rows(held(sql`select from tags where merchant_id = ${merchantId} order by id`));
  await db.rows(held(sql`select from screen_states where merchant_id = ${merchantId} order by screen_id`));
  await db.rows(held(sql`select from token_usage where merchant_id = ${merchantId} order by token_id, day`));
}

export type OldKey = {
  readonly id: string;
  readonly keyHash: string;
  readonly isDemo: boolean;
  readonly pairedAt: string;
};

// What makes browsers screens of this merchant.
export const selectOldKeys = (db: Queryable, merchantId: MerchantId) =>
  db.rows<OldKey>(sql`
    select id, encode(key_hash, 'hex') as "keyHash", is_demo as "isDemo", paired_at as "pairedAt" from screens
    where merchant_id = ${merchantId} and key_hash is not null and paired_at is not null`);

export const findTagVersion = (db: Queryable, merchantId: MerchantId) =>
  db.row<{ version: number }>(sql`select version from tag_versions where merchant_id = ${merchantId}`);

// Of everything of the merchant's that is changed by its revision, in the trash too.
export const findGreatestRevision = (db: Queryable, merchantId: MerchantId) =>
  db.row<{ revision: number }>(sql`
    select coalesce(greatest(
      (select max(revision) from media where merchant_id = ${merchantId}),
      (select max(revision) from playlists where merchant_id = ${merchantId}),
      (select max(revision) from campaigns where merchant_id = ${merchantId}),
      (select max(revision) from screens where merchant_id = ${merchantId}),
      (select max((content ->> 'revision')::integer) from deleted_content where merchant_id = ${merchantId})), 0)
      as revision`);

// Held in one order, and before it is looked where else they belong: of two merchants that go at once, the second sees
// that the first one's memberships are gone.
export const lockPeopleOf = (db: Queryable, merchantId: MerchantId) =>
  db.rows<{ emailKey: string }>(sql`
    select people.email_key as "emailKey" from people join memberships as here on here.person_id = people.id
    where here.merchant_id = ${merchantId}
    order by people.id
    for update of people`);

// With the merchant go its people, unless another merchant knows them too.
export const deletePeopleOfMerchantAlone = (db: Queryable, merchantId: MerchantId) =>
  db.rows(sql`
    delete from people using memberships as here
    where here.merchant_id = ${merchantId} and here.person_id = people.id
      and not exists (
        select from memberships as elsewhere
        where elsewhere.person_id = people.id and elsewhere.merchant_id <> ${merchantId})`);

export const deleteMerchant = (db: Queryable, merchantId: MerchantId) =>
  db.rows(sql`delete from merchants where id = ${merchantId}`);

// Which of these emails have an account that does not belong to the merchant.
export const selectAccountsElsewhere = (db: Queryable, merchantId: MerchantId, emailKeys: readonly string[]) =>
  db.rows<{ emailKey: string }>(sql`
    select email_key as "emailKey" from people
    where email_key = any (${emailKeys}::text[])
      and exists (select from memberships as b where b.person_id = people.id)
      and not exists (
        select from memberships as here where here.merchant_id = ${merchantId} and here.person_id = people.id)`);

// Accounts that belong to no merchant make way.
export const deletePeopleWithoutMerchant = (db: Queryable, emailKeys: readonly string[]) =>
  db.rows(sql`
    delete from people
    where email_key = any (${emailKeys}::text[])
      and not exists (select from memberships as b where b.person_id = people.id)`);

// The planner's picture of the table is from before the import.
export const analyzeMedia = (db: Queryable) => db.rows(sql`analyze media`);
