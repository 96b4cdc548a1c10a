import type { MerchantId } from '../ids.js';
import { findPageUrl, writePageUrl } from '../page-url.js';
import type { Queryable } from './db.js';
import { foldTagNames } from './fold-tag-names.js';
import { sql } from './sql.js';

// What a migration cannot say in SQL, by its name: run after it, in the same transaction.
export const APPLICATION_STEPS: Readonly<Record<string, (db: Queryable) => Promise<void>>> = {
  '0006_plain_text.sql': async (db) => {
    for (const { id } of await db.rows<{ id: MerchantId }>(sql`select id from merchants order by id`)) {
      await foldTagNames(db, id);
      await writePageUrls(db, id);
    }
  },
  '0040_page_uris.sql': async (db) => {
    for (const { id } of await db.rows<{ id: MerchantId }>(sql`select id from merchants order by id`)) {
      await writePageUrls(db, id);
    }
  },
};

// Before 0006 an import took addresses as they stood in the file; until 0040 some were written as browsers do, with characters that
// no URI holds.
async function writePageUrls(db: Queryable, merchantId: MerchantId): Promise<void> {
  const pages = await db.rows<{ id: string; page_url: string }>(sql`
    select id, page_url from media where merchant_id = ${merchantId} and type = 'web'`);
  for (const { id, page_url } of pages) {
    const url = findPageUrl(page_url);
    const written = url === undefined ? page_url : writePageUrl(url);
    if (written === page_url) continue;
    await db.run(sql`update media set page_url = ${written} where merchant_id = ${merchantId} and id = ${id}`);
  }
}
