// What the sender does to the rows. A webhook is taken by one instance at a time, for as long as its lease lasts.
import type { OffReason } from '@vitrine/contract/webhook-words';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { DeliveryId, MerchantId, WebhookId } from '../ids.js';
import type { DeliveryRow } from './delivery-queries.js';

// Ten webhooks that want all of them are ten times as many messages, within the time of one statement.
const CHANGES_AT_ONCE = 1_000;

type Fresh = { readonly now: string; readonly tries: number };

// What the feed has told since, as messages; one for each change that a webhook wants, whoever looks and how often. In one
// statement, so that the feed's last number is of the same moment as what was found in it. Whoever is at a webhook already is
// waited for: what it writes is behind its number then. So many changes at once; true: there are more.
export async function writeMessages(
  db: Queryable,
  merchantId: MerchantId,
  { now, tries }: Fresh,
  atOnce = CHANGES_AT_ONCE,
): Promise<boolean> {
  const written = await db.rows<{ readonly more: boolean }>(sql`
    with feed as (
      select last_number from change_feeds where merchant_id = ${merchantId}
    ), hook as (
      select id, types, after_number, least(after_number + ${atOnce}::integer, (select last_number from feed)) as until_number
      from webhooks
      where merchant_id = ${merchantId} and is_on and after_number < (select last_number from feed)
      order by id
      for update
    ), message as (
      insert into webhook_deliveries
        (merchant_id, webhook_id, id, place, type, at, subject_id, created_at, tries_left, next_at)
      select ${merchantId}::uuid, hook.id, change.id, change.number, change.type, change.at, change.subject_id,
        ${now}::timestamptz, ${tries}::integer, ${now}::timestamptz
      from hook join changes as change on change.merchant_id = ${merchantId} and change.number > hook.after_number
        and change.number <= hook.until_number and change.type = any(hook.types)
      on conflict do nothing
    )
    update webhooks as told set after_number = hook.until_number
    from hook
    where told.merchant_id = ${merchantId} and told.id = hook.id
    returning hook.until_number < (select last_number from feed) as more`);
  return written.some(({ more }) => more);
}

// When the first of the waiting messages may be sent: at its time, or at once while the webhook retries early.
const dueAt = sql`case when hook.retries_early then least(due.at, hook.delivered_at) else due.at end`;

export type ReadyRow = { readonly id: WebhookId; readonly failures: number };

// Those that somebody may send to now, and that have something to be sent. By the first entries of two indexes: `exists` would
// read all messages into a hash.
export function selectReady(db: Queryable, merchantId: MerchantId, now: string) {
  return db.rows<ReadyRow>(sql`
    select hook.id, hook.failures from webhooks as hook
    cross join lateral (
      select min(next_at) as at from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'waiting'
    ) as due
    cross join lateral (
      select min(created_at) as at from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'waiting' and is_urgent
    ) as urgent
    where hook.merchant_id = ${merchantId} and hook.is_on
      and (hook.lease_until is null or hook.lease_until <= ${now}::timestamptz)
      and (urgent.at is not null
        or due.at is not null and greatest(${dueAt}, hook.rest_until) <= ${now}::timestamptz)
    order by hook.id`);
}

type NextRow = { readonly hooks: number; readonly at: string | null };

// When there is something to do next, and whether there are webhooks at all. One that somebody sends to is looked at when
// its lease is over, in case that somebody is gone by then; one whose turn here is still to come, not before `until`.
export function findNext(
  db: Queryable,
  merchantId: MerchantId,
  { ids, until }: { readonly ids: readonly WebhookId[]; readonly until: string },
) {
  return db.row<NextRow>(sql`
    select count(*) as hooks,
      min(greatest(coalesce(urgent.at, greatest(${dueAt}, hook.rest_until)), hook.lease_until,
        case when hook.id = any(${ids}::uuid[]) then ${until}::timestamptz end))
        filter (where hook.is_on and due.at is not null) as at
    from webhooks as hook
    cross join lateral (
      select min(next_at) as at from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'waiting'
    ) as due
    cross join lateral (
      select min(created_at) as at from webhook_deliveries
      where merchant_id = ${merchantId} and webhook_id = hook.id and state = 'waiting' and is_urgent
    ) as urgent
    where hook.merchant_id = ${merchantId}`);
}

export type Lease = { readonly webhookId: WebhookId; readonly leaseId: string };
type Until = { readonly now: string; readonly until: string };

export function takeWebhook(db: Queryable, merchantId: MerchantId, { webhookId, leaseId, now, until }: Lease & Until) {
  return db.row<{ id: WebhookId }>(sql`
    update webhooks set lease_id = ${leaseId}, lease_until = ${until}::timestamptz
    where merchant_id = ${merchantId} and id = (
      select id from webhooks
      where merchant_id = ${merchantId} and id = ${webhookId} and is_on
        and (lease_until is null or lease_until <= ${now}::timestamptz)
      for update skip locked
    )
    returning id`);
}

export function releaseWebhook(db: Queryable, merchantId: MerchantId, { webhookId, leaseId }: Lease) {
  return db.rows(sql`
    update webhooks set lease_id = null, lease_until = null
    where merchant_id = ${merchantId} and id = ${webhookId} and lease_id = ${leaseId}`);
}

export type DueRow = Pick<DeliveryRow, 'id' | 'type' | 'at' | 'subject_id' | 'data' | 'attempts' | 'next_at'> & {
  tries_left: number;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  failures: number;
  failing_since: string | null;
};

type Moment = {
  readonly now: string;
  // Failures of before then are too long ago to be one row with those of now.
  readonly since: string;
};

// Finds the message that a person waits for, or else the oldest that is due, with its URL and secrets. While the webhook
// retries early, every waiting message is due. Finds nothing when the lease is over or the webhook is off.
export function findDue(db: Queryable, merchantId: MerchantId, { webhookId, leaseId }: Lease, { now, since }: Moment) {
  return db.row<DueRow>(sql`
    select due.id, due.type, due.at, due.subject_id, due.data, due.attempts, due.next_at, due.tries_left, hook.url, hook.secret,
      case when hook.old_secret_until > ${now}::timestamptz then hook.old_secret end as old_secret, hook.failures,
      case when hook.failed_at > ${since}::timestamptz then hook.failing_since end as failing_since
    from webhooks as hook cross join lateral (
      (select 1 as turn, id, type, at, subject_id, data, attempts, next_at, tries_left from webhook_deliveries
       where merchant_id = ${merchantId} and webhook_id = ${webhookId} and state = 'waiting' and is_urgent
       order by created_at
       limit 1)
      union all
      (select 2 as turn, id, type, at, subject_id, data, attempts, next_at, tries_left from webhook_deliveries
       where merchant_id = ${merchantId} and webhook_id = ${webhookId} and state = 'waiting'
         and (hook.retries_early or next_at <= ${now}::timestamptz)
         and (hook.rest_until is null or hook.rest_until <= ${now}::timestamptz)
       order by place, created_at, id
       limit 1)
      order by turn
      limit 1
    ) as due
    where hook.merchant_id = ${merchantId} and hook.id = ${webhookId} and hook.is_on and hook.lease_id = ${leaseId}
      and hook.lease_until > ${now}::timestamptz`);
}

type Attempt = {
  readonly deliveryId: DeliveryId;
  readonly at: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
};

// Records a delivery and prolongs the lease for the next message. The first success after a failure lets the waiting
// messages go early; a Retry-After that still runs is kept. If the URL was changed meanwhile, the message waits for the new
// one. The webhook is locked before its message, as everywhere.
export function recordDelivered(
  db: Queryable,
  merchantId: MerchantId,
  { webhookId, leaseId, until }: Lease & Pick<Until, 'until'>,
  attempt: Attempt & Pick<DueRow, 'url'>,
) {
  return db.rows(sql`
    with hook as (
      update webhooks set retries_early = retries_early or failures > 0, failures = 0, failing_since = null,
        rest_until = case when retry_after_until > ${attempt.at}::timestamptz then retry_after_until end,
        delivered_at = ${attempt.at}::timestamptz,
        lease_until = case when lease_id = ${leaseId} then ${until}::timestamptz else lease_until end
      where merchant_id = ${merchantId} and id = ${webhookId} and url = ${attempt.url}
      returning id
    )
    update webhook_deliveries set state = 'delivered', is_urgent = false, attempts = attempts + 1, attempted_at = ${attempt.at}::timestamptz,
      status_code = ${attempt.statusCode}, duration_ms = ${attempt.durationMs}, problem = null, answer = ${attempt.answer}
    where merchant_id = ${merchantId} and webhook_id in (select id from hook) and id = ${attempt.deliveryId}`);
}

type Failure = {
  // As webhook and message were when they were read. If somebody has given it another address or switched it on since, this
  // tells nothing of what it is now; if somebody wants the message sent again since, it is.
  readonly read: Pick<DueRow, 'url' | 'failures' | 'tries_left' | 'next_at'>;
  // Since when it fails; null: this does not count, as a test does not.
  readonly failingSince: string | null;
  readonly isLast: boolean;
  // It ends the early retries, and counts neither for the webhook nor for the message.
  readonly isEarly: boolean;
  readonly nextAt: string;
  readonly restUntil: string | null;
  readonly retryAfterUntil: string | null;
};

// Not taken: to be sent again, or not any more. What another instance has got across meanwhile stays delivered. The webhook
// is locked before its message, as everybody does.
export function recordFailed(
  db: Queryable,
  merchantId: MerchantId,
  { webhookId }: Lease,
  attempt: Attempt,
  { read, failingSince, isLast, isEarly, nextAt, restUntil, retryAfterUntil }: Failure,
) {
  const counts = sql`(hook.is_same and tries_left = ${read.tries_left}::integer and next_at = ${read.next_at}::timestamptz)`;
  return db.rows(sql`
    with hook as (
      select id, url = ${read.url} and failures = ${read.failures}::integer as is_same from webhooks
      where merchant_id = ${merchantId} and id = ${webhookId}
      for update
    ), failing as (
      update webhooks set retries_early = false,
        failures = case when ${isEarly}::boolean then failures else failures + 1 end,
        failing_since = case when ${isEarly} then failing_since else ${failingSince}::timestamptz end,
        failed_at = case when ${isEarly} then failed_at else ${attempt.at}::timestamptz end,
        rest_until = greatest(rest_until, ${restUntil}::timestamptz),
        retry_after_until = greatest(retry_after_until, ${retryAfterUntil}::timestamptz)
      where merchant_id = ${merchantId} and id in (select id from hook where is_same)
        and ${failingSince}::timestamptz is not null
    )
    update webhook_deliveries as sent set
      state = case when ${counts} and ${isLast}::boolean then 'failed' else state end,
      tries_left = case when ${counts} and not ${isEarly} then tries_left - 1 else tries_left end,
      next_at = case when not ${counts} then next_at when ${isEarly} then greatest(next_at, ${nextAt}::timestamptz)
        else ${nextAt}::timestamptz end,
      is_urgent = is_urgent and not ${counts}, attempts = attempts + 1, attempted_at = ${attempt.at}::timestamptz,
      status_code = ${attempt.statusCode}, duration_ms = ${attempt.durationMs}, problem = ${attempt.problem},
      answer = ${attempt.answer}
    from hook
    where sent.merchant_id = ${merchantId} and sent.webhook_id = hook.id and sent.id = ${attempt.deliveryId}
      and sent.state = 'waiting'`);
}

export type StoppedReason = Exclude<OffReason, 'person' | 'restored' | 'secret_key_replaced'>;
