// Pages and items as they are read at the merchant's home on a cluster: media and the version of its tags apart, each by a plan
// that Citus keeps. Together they cost it twice what both do apart.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MediaId, MerchantId } from '../ids.js';
import { selectTagVersion } from '../tags/queries.js';
import { NEWEST, type MediaCursor, type MediaTexts } from './queries.js';

/** Of the tags as the process knew them before it asked. Undefined: it knew none. */
export type KnownVersion = number | null | undefined;

// The version is read after the rows and only grows: where it is still what was known before, it was so at their moment. Undefined
// where it is not, and has to be asked for together with them.
async function withVersion(
  db: Queryable,
  merchantId: MerchantId,
  known: KnownVersion,
  read: () => Promise<MediaTexts[]>,
): Promise<MediaTexts[] | undefined> {
  if (known === undefined) return undefined;
  const rows = await read();
  if ((await selectTagVersion(db, merchantId)) !== known) return undefined;
  for (const row of rows) row[TAG_VERSION] = known === null ? null : String(known);
  return rows;
}

const TAG_VERSION = 11;

export function findPageAtHome(
  db: Queryable,
  merchantId: MerchantId,
  { after, limit, known }: { after: MediaCursor | undefined; limit: number; known: KnownVersion },
): Promise<MediaTexts[] | undefined> {
  const { createdAt, id } = after ?? NEWEST;
  return withVersion(db, merchantId, known, () =>
    db.texts<MediaTexts>(sql`
      select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url, null
      from media
      where merchant_id = ${merchantId} and state = 'ready'
        and (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)
      order by created_at desc, id desc
      limit ${limit}`),
  );
}

export async function findMediaAtHome(
  db: Queryable,
  merchantId: MerchantId,
  mediaId: MediaId,
  known: KnownVersion,
): Promise<MediaTexts | undefined> {
  const rows = await withVersion(db, merchantId, known, () =>
    db.texts<MediaTexts>(sql`
      select id, name, type, width, height, duration_seconds, tag_ids, created_at, object_key, thumbnail_key, page_url, null
      from media
      where merchant_id = ${merchantId} and id = ${mediaId} and state = 'ready'`),
  );
  return rows?.[0];
}
