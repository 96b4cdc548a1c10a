import type { WebhookType } from '@vitrine/contract/webhook-messages';
import type { OffReason } from '@vitrine/contract/webhook-words';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PersonId, WebhookId } from '../ids.js';

export type WebhookRow = {
  id: WebhookId;
  name: string;
  url: string;
  types: WebhookType[];
  is_on: boolean;
  off_reason: OffReason | null;
  off_at: string | null;
  last_four: string;
  old_secret_until: string | null;
  revision: number;
  created_at: string;
  created_by_person_id: PersonId | null;
  created_by_name: string | null;
  failing_since: string | null;
  delivered_at: string | null;
};
export type SeenWebhookRow = WebhookRow & { waiting: number; failed: number };

const columns = sql`
  hook.id, hook.name, hook.url, hook.types, hook.is_on, hook.off_reason, hook.off_at, hook.last_four, hook.old_secret_until,
  hook.revision, hook.created_at, hook.created_by_person_id, hook.created_by_name, hook.failing_since, hook.delivered_at`;

// Each state is counted by its own index: those that were delivered are many, and nobody counts them. A test that failed is
// nothing that was missed.
const seen = (merchantId: MerchantId): Statement => sql`
    select ${columns}, waiting.count as waiting, failed.count as failed
    from webhooks as hook
    cross join lateral (
      select count(*) as count from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'waiting'
    ) as waiting
    cross join lateral (
      select count(*) as count from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'failed' and type <> 'webhook.test'
    ) as failed
    where hook.merchant_id = ${merchantId}`;

export const selectWebhooks = (db: Queryable, merchantId: MerchantId) =>
  db.rows<SeenWebhookRow>(sql`${seen(merchantId)} order by hook.created_at desc, hook.id`);

export const findWebhook = (db: Queryable, merchantId: MerchantId, webhookId: WebhookId) =>
  db.row<SeenWebhookRow>(sql`${seen(merchantId)} and hook.id = ${webhookId}`);

export const selectSealed = (db: Queryable, merchantId: MerchantId) =>
  db.rows<{ id: WebhookId; secret: Buffer }>(sql`
    select id, secret from webhooks where merchant_id = ${merchantId} and is_on order by id`);

// Without its messages, which take longer to count.
export const findResting = (db: Queryable, merchantId: MerchantId, webhookId: WebhookId) =>
  db.row<{ rest_until: string | null }>(sql`
    select rest_until from webhooks where merchant_id = ${merchantId} and id = ${webhookId}`);

export function lockWebhook(db: Queryable, merchantId: MerchantId, webhookId: WebhookId) {
  return db.row<WebhookRow>(sql`
    select ${columns} from webhooks as hook
    where hook.merchant_id = ${merchantId} and hook.id = ${webhookId}
    for update`);
}

export async function countWebhooks(db: Queryable, merchantId: MerchantId): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from webhooks where merchant_id = ${merchantId}`);
  return row?.count ?? 0;
}

type NewWebhookRow = Pick<
  WebhookRow,
  'id' | 'name' | 'url' | 'last_four' | 'created_at' | 'created_by_person_id' | 'created_by_name'
> & { types: readonly WebhookType[]; secret: Buffer };

// Told of what comes after this moment.
export function insertWebhook(db: Queryable, merchantId: MerchantId, hook: NewWebhookRow) {
  return db.rows(sql`
    insert into webhooks (merchant_id, id, name, url, types, secret, last_four, created_at, created_by_person_id,
                          created_by_name, after_number)
    select ${merchantId}::uuid, ${hook.id}::uuid, ${hook.name}, ${hook.url}, ${hook.types}::text[], ${hook.secret}::bytea,
           ${hook.last_four}, ${hook.created_at}::timestamptz, ${hook.created_by_person_id}::uuid, ${hook.created_by_name},
           ${lastNumber(merchantId)}`);
}

const lastNumber = (merchantId: MerchantId): Statement =>
  sql`coalesce((select last_number from change_feeds where merchant_id = ${merchantId}), 0)`;

export function updateWebhookRow(
  db: Queryable,
  merchantId: MerchantId,
  { id, name, url, types }: { id: WebhookId; name: string; url: string; types: readonly WebhookType[] },
) {
  return db.rows(sql`
    update webhooks set name = ${name}, url = ${url}, types = ${types}::text[], revision = revision + 1
    where merchant_id = ${merchantId} and id = ${id}`);
}

// What the address before it did is nothing to another one: not how often it failed, nor for how long it wanted to be left
// in peace. Few messages wait for a later moment: those that were tried.
export async function beginAnew(db: Queryable, merchantId: MerchantId, webhookId: WebhookId, at: string) {
  await db.rows(sql`
    update webhooks set failures = 0, failing_since = null, failed_at = null, rest_until = null, retry_after_until = null,
      retries_early = false
    where merchant_id = ${merchantId} and id = ${webhookId}`);
  await db.rows(sql`
    update webhook_deliveries set next_at = ${at}::timestamptz
    where merchant_id = ${merchantId} and webhook_id = ${webhookId} and state = 'waiting' and next_at > ${at}::timestamptz`);
}

// What happened while it was off is not told.
export function switchOn(db: Queryable, merchantId: MerchantId, webhookId: WebhookId) {
  return db.rows(sql`
    update webhooks set is_on = true, off_reason = null, off_at = null, revision = revision + 1, failures = 0,
      failing_since = null, failed_at = null, rest_until = null, retry_after_until = null, retries_early = false,
      after_number = ${lastNumber(merchantId)}
    where merchant_id = ${merchantId} and id = ${webhookId}`);
}

export function switchOff(
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { reason, at }: { readonly reason: OffReason; readonly at: string },
) {
  return db.rows(sql`
    update webhooks set is_on = false, off_reason = ${reason}, off_at = ${at}::timestamptz, revision = revision + 1
    where merchant_id = ${merchantId} and id = ${webhookId}`);
}

export function replaceSecret(
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  secret: { readonly sealed: Buffer; readonly lastFour: string; readonly oldUntil: string },
) {
  return db.rows(sql`
    update webhooks set old_secret = secret, old_secret_until = ${secret.oldUntil}::timestamptz, secret = ${secret.sealed},
      last_four = ${secret.lastFour}, revision = revision + 1
    where merchant_id = ${merchantId} and id = ${webhookId}`);
}

export function deleteWebhookRow(db: Queryable, merchantId: MerchantId, webhookId: WebhookId) {
  return db.rows(sql`delete from webhooks where merchant_id = ${merchantId} and id = ${webhookId}`);
}

export type WantingRow = { readonly id: WebhookId; readonly types: WebhookType[]; readonly told_storage: boolean };

// Those that want to be told what is not in the feed.
export function selectWanting(db: Queryable, merchantId: MerchantId) {
  return db.rows<WantingRow>(sql`
    select id, types, told_storage from webhooks
    where merchant_id = ${merchantId} and is_on and types && ${['token.expiring', 'storage.nearly_full']}::text[]
    order by id`);
}

// Undefined where somebody else has set it so already.
export function setToldStorage(db: Queryable, merchantId: MerchantId, webhookId: WebhookId, told: boolean) {
  return db.row<{ id: WebhookId }>(sql`
    update webhooks set told_storage = ${told}
    where merchant_id = ${merchantId} and id = ${webhookId} and told_storage <> ${told}
    returning id`);
}

// Somebody wants what failed sent now, however often that was.
export function endRest(db: Queryable, merchantId: MerchantId, webhookId: WebhookId) {
  return db.rows(sql`
    update webhooks set rest_until = null, retry_after_until = null where merchant_id = ${merchantId} and id = ${webhookId}`);
}
