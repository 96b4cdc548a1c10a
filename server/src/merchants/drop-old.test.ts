import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { createMerchant } from './create-merchant.js';
import { dropOld } from './drop-old.js';

const clock = { now: () => Date.parse('2026-06-15T12:00:00.000Z') };
let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

const run = (text: string, ...values: unknown[]) => database.db.rows<{ [column: string]: unknown }>({ text, values });

test('entries and days that are older than they are kept go, of every merchant; the last day of a token stays', async () => {
  const deps = { db: database.db, clock };
  const input = { name: 'Shop', timeZone: 'UTC', plan: 'pro', quotaBytes: 1 };
  const ids = [];
  for (let shop = 0; shop < 2; shop += 1) {
    const merchantId = await createMerchant(deps, input);
    ids.push(merchantId);
    await run('delete from activity where merchant_id = $1', merchantId);
    await run(
      `insert into activity (merchant_id, id, at, kind, details)
       select $1, gen_random_uuid(), timestamptz '2026-06-15 11:00Z' - days * interval '1 day', 'tag.created', '{}'
       from unnest('{0, 29, 31, 400}'::integer[]) as days`,
      merchantId,
    );
    await run(
      `insert into activity_objects (merchant_id, object_id, entry_id)
       select merchant_id, gen_random_uuid(), id from activity where merchant_id = $1`,
      merchantId,
    );
    await run(
      `insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at)
       select $1, token.id, 'Till', '{}', sha256(gen_random_uuid()::text::bytea), 'abcd', now(), now()
       from unnest('{00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002}'::uuid[]) as token (id)`,
      merchantId,
    );
    await run(
      `insert into token_usage (merchant_id, token_id, day, requests, refused_429, refused_403, last_used_at)
       select $1, token_id, day, 1, 0, 0, day
       from (values ('00000000-0000-4000-8000-000000000001'::uuid, date '2026-06-14'),
         ('00000000-0000-4000-8000-000000000001', '2025-01-01'), ('00000000-0000-4000-8000-000000000002', '2025-01-02'),
         ('00000000-0000-4000-8000-000000000002', '2025-01-01')) as used (token_id, day)`,
      merchantId,
    );
  }
  assert.equal(await dropOld(deps, { activityDays: undefined, usageDays: undefined }), 0);
  assert.equal(await dropOld(deps, { activityDays: 30, usageDays: 400 }), 2 * (2 + 2));
  for (const merchantId of ids) {
    const [left] = await run(
      `select (select count(*) from activity where merchant_id = $1)::integer as entries,
         (select count(*) from activity_objects where merchant_id = $1)::integer as objects,
         (select array_agg(day::text order by day) from token_usage where merchant_id = $1) as days`,
      merchantId,
    );
    assert.deepEqual(left, { entries: 2, objects: 2, days: ['2025-01-02', '2026-06-14'] });
  }
});
