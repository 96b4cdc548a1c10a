import type { MessageType } from '@vitrine/contract/webhook-messages';
import type { DeliveryState } from '@vitrine/contract/webhook-words';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { DeliveryId, MerchantId, WebhookId } from '../ids.js';

export type DeliveryRow = {
  id: DeliveryId;
  place: number;
  type: MessageType;
  at: string;
  subject_id: string | null;
  data: Readonly<Record<string, unknown>> | null;
  state: DeliveryState;
  attempts: number;
  attempted_at: string | null;
  next_at: string;
  is_urgent: boolean;
  created_at: string;
  status_code: number | null;
  duration_ms: number | null;
  problem: string | null;
  answer: string | null;
};

const deliveryColumns = sql`
  id, place, type, at, subject_id, data, state, attempts, attempted_at, next_at, is_urgent, created_at,
  status_code, duration_ms, problem, answer`;

export type Message = {
  readonly id: DeliveryId;
  readonly type: MessageType;
  readonly at: string;
  readonly data: object;
  readonly tries: number;
  readonly isUrgent?: boolean;
};

// A message that is not of the feed. The same one again changes nothing.
export function insertMessage(db: Queryable, merchantId: MerchantId, webhookId: WebhookId, message: Message) {
  return db.row<DeliveryRow>(sql`
    insert into webhook_deliveries (merchant_id, webhook_id, id, place, type, at, data, created_at, tries_left, next_at, is_urgent)
    select ${merchantId}::uuid, ${webhookId}::uuid, ${message.id}::uuid,
      coalesce((select last_number from change_feeds where merchant_id = ${merchantId}), 0), ${message.type},
      ${message.at}::timestamptz, ${JSON.stringify(message.data)}::json, ${message.at}::timestamptz,
      ${message.tries}::integer, ${message.at}::timestamptz, ${message.isUrgent ?? false}::boolean
    on conflict do nothing
    returning ${deliveryColumns}`);
}

export async function countTests(db: Queryable, merchantId: MerchantId, since: string): Promise<number> {
  const row = await db.row<{ tests: number }>(sql`
    select count(*)::integer as tests from webhook_deliveries
    where merchant_id = ${merchantId} and created_at > ${since}::timestamptz and type = 'webhook.test'`);
  return row?.tests ?? 0;
}

// Within a place by when they were made: a test and what runs out stand behind the last change there was.
type DeliveryCursor = { readonly place: number; readonly createdAt: string; readonly id: string };

// Written out, so that each state has a plan of its own, by its own index.
const ofState: Readonly<Record<DeliveryState, Statement>> = {
  waiting: sql`and state = 'waiting'`,
  delivered: sql`and state = 'delivered'`,
  failed: sql`and state = 'failed'`,
};

export function selectDeliveries(
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  wanted: {
    readonly state: DeliveryState | undefined;
    readonly deliveryId?: string | undefined;
    readonly after: DeliveryCursor | undefined;
    readonly since: string;
    readonly limit: number;
  },
) {
  const { state, deliveryId, after, since, limit } = wanted;
  const behind =
    after === undefined
      ? sql``
      : sql`and (place, created_at, id) < (${after.place}::bigint, ${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  return db.rows<DeliveryRow>(sql`
    select ${deliveryColumns} from webhook_deliveries
    where merchant_id = ${merchantId} and webhook_id = ${webhookId} and created_at >= ${since}::timestamptz
      ${state === undefined ? sql`` : ofState[state]} ${deliveryId === undefined ? sql`` : sql`and id = ${deliveryId}::uuid`} ${behind}
    order by place desc, created_at desc, id desc
    limit ${limit}`);
}

type Again = { readonly at: string; readonly tries: number };

// Under the id that it has: whoever has done with it already passes over it.
export function resendDelivery(
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { deliveryId, at, tries }: Again & { readonly deliveryId: DeliveryId },
) {
  return db.row<DeliveryRow>(sql`
    update webhook_deliveries set state = 'waiting', tries_left = ${tries}, next_at = ${at}::timestamptz, is_urgent = true
    where merchant_id = ${merchantId} and webhook_id = ${webhookId} and id = ${deliveryId}
    returning ${deliveryColumns}`);
}

// So many rows in one statement: a receiver that was away for days has left more than one statement has time for.
const ROWS_AT_ONCE = 5_000;

type Portion = { readonly rows: number };

async function byPortions(atOnce: number, next: () => Promise<Portion | undefined>): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = (await next()) ?? { rows: 0 };
    all += rows;
    if (rows < atOnce) return all;
  }
}

// How many. Tests are not among them: each is for who asked for it then.
export const resendFailed = (
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  { at, tries }: Again,
  atOnce = ROWS_AT_ONCE,
): Promise<number> =>
  byPortions(atOnce, () =>
    db.row<Portion>(sql`
      with again as (
        update webhook_deliveries set state = 'waiting', tries_left = ${tries}, next_at = ${at}::timestamptz
        where merchant_id = ${merchantId} and webhook_id = ${webhookId} and id in (
          select id from webhook_deliveries
          where merchant_id = ${merchantId} and webhook_id = ${webhookId} and state = 'failed'
            and type <> 'webhook.test'
          limit ${atOnce}
        )
        returning id
      )
      select count(*) as rows from again`),
  );

// Of a webhook that is off: nothing that waits is sent.
export const failWaiting = (
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  problem: string,
  atOnce = ROWS_AT_ONCE,
): Promise<number> =>
  byPortions(atOnce, () =>
    db.row<Portion>(sql`
      with failed as (
        update webhook_deliveries set state = 'failed', tries_left = 0, is_urgent = false,
          problem = coalesce(problem, ${problem})
        where merchant_id = ${merchantId} and webhook_id = ${webhookId} and id in (
          select id from webhook_deliveries
          where merchant_id = ${merchantId} and webhook_id = ${webhookId} and state = 'waiting'
          limit ${atOnce}
        )
        returning id
      )
      select count(*) as rows from failed`),
  );

// Of a webhook that is deleted next.
export const dropDeliveries = (
  db: Queryable,
  merchantId: MerchantId,
  webhookId: WebhookId,
  atOnce = ROWS_AT_ONCE,
): Promise<number> =>
  byPortions(atOnce, () =>
    db.row<Portion>(sql`
      with dropped as (
        delete from webhook_deliveries
        where merchant_id = ${merchantId} and webhook_id = ${webhookId} and id in (
          select id from webhook_deliveries where merchant_id = ${merchantId} and webhook_id = ${webhookId} limit ${atOnce}
        )
        returning id
      )
      select count(*) as rows from dropped`),
  );

export const dropDeliveriesBefore = (
  db: Queryable,
  merchantId: MerchantId,
  before: string,
  atOnce = ROWS_AT_ONCE,
): Promise<number> =>
  byPortions(atOnce, () =>
    db.row<Portion>(sql`
      with dropped as (
        delete from webhook_deliveries where merchant_id = ${merchantId} and (webhook_id, id) in (
          select webhook_id, id from webhook_deliveries
          where merchant_id = ${merchantId} and created_at < ${before}::timestamptz
          order by created_at
          limit ${atOnce}
        )
        returning id
      )
      select count(*) as rows from dropped`),
  );
