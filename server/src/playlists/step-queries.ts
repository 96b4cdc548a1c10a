// Which campaigns are out of step with their playlists.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import { secondsPlayed } from './queries.js';

// Of these campaigns the live ones whose newest version's playlists play something else by now than what was published:
// to publish them would change screens. One statement, whatever their number; what was frozen is not read, only its key
// (played_key of server/migrations/0001_schema.sql), and each playlist once. A landscape playlist that was deleted has nothing to publish.
export async function findOutOfStep(
  db: Queryable,
  merchantId: MerchantId,
  lineageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (lineageIds.length === 0) return new Set();
  const rows = await db.rows<{ lineageId: string }>(sql`
    with live as materialized (
      select campaign.lineage_id, version.landscape_key, version.portrait_key,
        newest.landscape_playlist_id, newest.portrait_playlist_id
      from campaigns as campaign
      join campaign_versions as version on version.merchant_id = ${merchantId}
        and version.lineage_id = campaign.lineage_id and version.version = campaign.live_version
      cross join lateral (
        select landscape_playlist_id, portrait_playlist_id from campaign_versions
        where merchant_id = ${merchantId} and lineage_id = campaign.lineage_id
        order by version desc
        limit 1
      ) as newest
      where campaign.merchant_id = ${merchantId} and campaign.lineage_id = any(${lineageIds}::uuid[])
    ), playing as materialized (
      select playlist.id, md5(coalesce(string_agg(
          item.media_id || ' ' || floor(1000000 * ${secondsPlayed(merchantId)} + 0.5)::bigint,
          ',' order by item.position) filter (where media.id is not null), '')) as key
      from playlists as playlist
      left join playlist_items as item on item.merchant_id = ${merchantId} and item.playlist_id = playlist.id
      left join media on media.merchant_id = ${merchantId} and media.id = item.media_id and media.state = 'ready'
      where playlist.merchant_id = ${merchantId} and playlist.id in (
        select landscape_playlist_id from live union all select portrait_playlist_id from live)
      group by playlist.id
    )
    select live.lineage_id as "lineageId"
    from live
    join playing as landscape on landscape.id = live.landscape_playlist_id
    left join playing as portrait on portrait.id = live.portrait_playlist_id
    where landscape.key is distinct from live.landscape_key or portrait.key is distinct from live.portrait_key`);
  return new Set(rows.map(({ lineageId }) => lineageId));
}
