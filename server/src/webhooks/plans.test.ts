import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../../tests/harness/service.js';
import type { Queryable } from '../db/db.js';
import { sql, type PlainStatement } from '../db/sql.js';
import { parseMerchantId, parseWebhookId, type MerchantId } from '../ids.js';
import { selectDeliveries } from './delivery-queries.js';
import { findWebhook } from './queries.js';
import { findDue, findNext, selectReady } from './sending-queries.js';

// A receiver that is down for days, among what it took before: what is looked for is found without reading all of that.
const [DELIVERED, WAITING, FAILED] = [20_000, 3_000, 5];
const [BEFORE, NOW] = ['2026-06-01T12:00:00.000Z', '2026-06-15T12:00:00.000Z'];
const [LEASE_UNTIL, LATER] = ['2026-06-15T12:00:40.000Z', '2026-06-16T12:00:00.000Z'];
const service = useService();
const webhookId = parseWebhookId(randomUUID());
const lease = { webhookId, leaseId: randomUUID() };
let merchantId: MerchantId;

beforeAll(async () => {
  const { db } = service;
  merchantId = parseMerchantId((await service.newMerchant()).id);
  await db.rows(sql`
    insert into webhooks (merchant_id, id, name, url, types, secret, last_four, created_at, after_number, lease_id, lease_until)
    values (${merchantId}, ${webhookId}, 'Till', 'https://shop.example/', '{}', '', 'abcd', ${BEFORE}, 0, ${lease.leaseId},
      ${LEASE_UNTIL})`);
  await db.rows(sql`
    insert into webhook_deliveries (merchant_id, webhook_id, id, place, type, at, created_at, state, tries_left, next_at)
    select ${merchantId}::uuid, ${webhookId}::uuid, gen_random_uuid(), place, 'tag.created', ${BEFORE}::timestamptz,
      ${BEFORE}::timestamptz,
      case when place <= ${FAILED} then 'failed' when place <= ${DELIVERED} then 'delivered' else 'waiting' end, 5,
      ${LATER}::timestamptz
    from generate_series(1, ${DELIVERED + WAITING}::integer) as place`);
  await db.rows(sql`analyze webhook_deliveries`);
});

type Ask = (db: Queryable) => Promise<unknown>;
const page = (state: 'failed' | 'waiting' | 'delivered' | undefined): Ask => {
  const wanted = { state, after: undefined, since: BEFORE, limit: 51 };
  return (db) => selectDeliveries(db, merchantId, webhookId, wanted);
};

test.each<[string, number, Ask]>([
  ['which webhooks are ready', 10, (db) => selectReady(db, merchantId, LEASE_UNTIL)],
  ['when the next is due', 10, (db) => findNext(db, merchantId, { ids: [], until: NOW })],
  // Those that were tried and wait for a later moment are passed over, of which there are few: a webhook that fails rests.
  ['what is due', WAITING, (db) => findDue(db, merchantId, lease, { now: NOW, since: BEFORE })],
  ['how many wait and failed', WAITING + FAILED, (db) => findWebhook(db, merchantId, webhookId)],
  ['a page of all', 51, page(undefined)],
  ['a page of those that failed', FAILED, page('failed')],
  ['a page of those that wait', 52, page('waiting')],
])('%s is found by reading %i messages at most', async (_what, rowsMax, ask) => {
  expect(await rowsRead(ask)).toBeLessThanOrEqual(rowsMax);
});

type Plan = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

// Planned for any values, as the service's connections are. Prepared by hand: an explained statement with parameters of its
// own is always planned for their values.
async function rowsRead(ask: Ask): Promise<number> {
  const asked: PlainStatement[] = [];
  const note = (statement: PlainStatement): Promise<never[]> => {
    asked.push(statement);
    return Promise.resolve([]);
  };
  const nothing = (statement: PlainStatement) => note(statement).then(() => undefined);
  await ask({ rows: note, texts: note, row: nothing, run: nothing });
  const [{ text, values }] = asked as [PlainStatement];
  const textOf = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value));
  const literals = values.map((value) => `'${textOf(value)}'`).join(', ');
  return service.db.transaction(async (db) => {
    await db.rows({ text: `prepare explained as ${text}`, values: [] });
    const explained = await db.row<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (analyze, timing off, format json) execute explained (${literals})`,
      values: [],
    });
    await db.rows({ text: 'deallocate explained', values: [] });
    const nodes = explained === undefined ? [] : flatten(explained['QUERY PLAN'][0].Plan);
    const reads = nodes.filter((node) => node['Relation Name'] === 'webhook_deliveries');
    expect(reads.length).toBeGreaterThan(0);
    return reads.reduce(
      (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
  });
}
