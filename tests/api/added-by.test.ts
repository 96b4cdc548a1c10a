// A database of the release before: who added an item stands in the activity alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { migrate } from '../../server/src/db/migrate.js';
import { sql } from '../../server/src/db/sql.js';
import { exampleId } from '../harness/archive-fixture.js';
import { readRelease } from '../../server/test/release/released.js';
import { openReleased } from '../../server/test/release/upgraded.js';

const BEFORE = '0008_plain_names.sql';
const MERCHANT = exampleId('merchant', 0);

test('items get who added them from the activity; what it does not know stays unknown', async () => {
  const old = await openReleased(BEFORE, (await readRelease(BEFORE)).data);
  const [byPerson, byToken, byNobody, person, token] = Array.from({ length: 5 }, () => randomUUID());
  for (const id of [byPerson, byToken, byNobody]) {
    await old.db.rows(sql`
      insert into media (merchant_id, id, state, type, name, search_text, created_at, page_url)
      values (${MERCHANT}, ${id}, 'ready', 'web', 'Menu', 'menu', '2026-06-01T00:00:00Z', 'https://example.com/')`);
  }
  await old.db.rows(sql`
    insert into activity (merchant_id, id, at, kind, person_id, person_name, token_id, token_name, details)
    values (${MERCHANT}, ${randomUUID()}, now(), 'media.page_added', ${person}, 'Olga', null, null,
        ${JSON.stringify({ mediaId: byPerson })}::json),
      (${MERCHANT}, ${randomUUID()}, now(), 'media.uploaded', null, null, ${token}, 'Till',
        ${JSON.stringify({ mediaId: byToken })}::json),
      (${MERCHANT}, ${randomUUID()}, now(), 'media.changed', ${person}, 'Olga', null, null,
        ${JSON.stringify({ mediaId: byNobody })}::json)`);
  await migrate(old.db);
  const rows = await old.db.rows<{ id: string }>(sql`
    select id, added_by_kind as kind, added_by_id as by, added_by_name as name from media
    where merchant_id = ${MERCHANT} and id = any(${[byPerson, byToken, byNobody]}::uuid[])`);
  const adderOf = (id: string | undefined) => rows.find((row) => row.id === id);
  assert.deepEqual(
    [adderOf(byPerson), adderOf(byToken), adderOf(byNobody)],
    [
      { id: byPerson, kind: 'person', by: person, name: 'Olga' },
      { id: byToken, kind: 'token', by: token, name: 'Till' },
      { id: byNobody, kind: null, by: null, name: null },
    ],
  );
  await old.close();
});
