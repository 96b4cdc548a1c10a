// Instances of the release before, and a backup, read on while the schema is brought up to date.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sql } from '../../server/src/db/sql.js';
import { migrate } from '../../server/src/db/migrate.js';
import { openReleased } from '../../server/test/release/upgraded.js';
import { until } from '../harness/until.js';

test('0006 waits for who reads campaigns before media, and neither fails', async () => {
  const old = await openReleased('0005_studio.sql', 'select 1');
  const reader = await old.db.checkOut();
  try {
    await reader.query('begin; lock table campaigns in access share mode');
    const migrated = migrate(old.db, '0006_plain_text.sql');
    const isWaiting = sql`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await old.db.row<{ count: number }>(isWaiting))?.count === 1);
    await reader.query('lock table media in access share mode; commit');
    assert.deepEqual(await migrated, ['0006_plain_text.sql']);
  } finally {
    reader.release(true);
    await old.close();
  }
});
