import { systemClock } from '../clock.js';
import type { MerchantId } from '../ids.js';
import { findPageUrl } from '../page-url.js';
import type { Queryable } from './db.js';
import { foldTagNames } from './fold-tag-names.js';
import { sql } from './sql.js';

// What a migration cannot say in SQL, by its name: run after it, in the same transaction.
export const APPLICATION_STEPS: Readonly<Record<string, (db: Queryable) => Promise<void>>> = {
  '0006_plain_text.sql': async (db) => {
    const at = new Date(systemClock.now()).toISOString();
    for (const { id } of await db.rows<{ id: MerchantId }>(sql`select id from merchants order by id`)) {
      await foldTagNames(db, id, at);
      await writePageUrls(db, id);
    }
  },
};

// An import took addresses as they stood in the file, with blanks and letters that no URI holds.
async function writePageUrls(db: Queryable, merchantId: MerchantId): Promise<void> {
  const pages = await db.rows<{ id: string; page_url: string }>(sql`
    select id, page_url from media where merchant_id = ${merchantId} and type = 'web'`);
  const changed = pages.flatMap(({ id, page_url }) => {
    const url = findPageUrl(page_url)?.href ?? page_url;
    return url === page_url ? [] : { id, url };
  });
  if (changed.length === 0) return;
  await db.rows(sql`
    update media set page_url = written.url
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ url }) => url)}::text[]) as written (id, url)
    where media.merchant_id = ${merchantId} and media.id = written.id`);
}
