// A watch over what one merchant has, while another is at work. What it had is read once, before the first call: a second
// look, or a second try, is held against the same rows.
import assert from 'node:assert/strict';
import type { Queryable } from '../../server/src/db/db.js';
import { countRows, rowsOf } from './rows-of.js';

export type Watch = Awaited<ReturnType<typeof startWatch>>;

export async function startWatch(db: Queryable, merchantId: string) {
  const before = await rowsOf(db, merchantId);
  // Each table that was changed, with the call after which it first was.
  const crossings = new Map<string, string>();
  return {
    crossings,
    words: `${countRows(before)} rows of ${Object.keys(before).length} tables watched`,
    async assertUntouched(title: string): Promise<void> {
      const now = await rowsOf(db, merchantId);
      const changed = Object.keys(now).filter((name) => String(now[name]) !== String(before[name]));
      for (const name of changed) if (!crossings.has(name)) crossings.set(name, title);
      const since = changed.map((name) => `${name} since ${crossings.get(name)}`).join(', ');
      assert.deepEqual(now, before, `Rows of another merchant were changed: ${since}`);
    },
  };
}
