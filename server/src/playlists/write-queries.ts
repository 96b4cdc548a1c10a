// The console's writes of playlists. Locks are taken in one order, media, playlists, campaigns, and among several rows by
// their ids, so that transactions cannot deadlock.
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import { searchText } from '../fold.js';
import type { MerchantId, PlaylistId } from '../ids.js';
import { lineagesUsing, playlistColumns, type PlaylistRow } from './queries.js';

// A deletion waits until the transaction ends, or has been before.
export function lockReadyMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    select id from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'
    order by id
    for key share`);
}

export function selectTrashedNames(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'trashed'`);
}

// Locked until the transaction ends, so that of two changes at once the second sees the first.
export function lockPlaylist(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.row<PlaylistRow>(sql`
    select ${playlistColumns} from playlists where merchant_id = ${merchantId} and id = ${playlistId} for update`);
}

export function lockCampaignsUsing(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows<{ id: string; archived: boolean }>(sql`
    select lineage_id as id, archived from campaigns
    where merchant_id = ${merchantId} and lineage_id in (${lineagesUsing(merchantId, playlistId)})
    order by lineage_id
    for update`);
}

type NewPlaylist = {
  readonly id: PlaylistId;
  readonly name: string;
  readonly at: string;
  // False: it is kept to a campaign, which is about to name it.
  readonly shared?: boolean;
};

// Nothing when the id is taken; another that is being made under the same id is waited for.
export function insertPlaylist(db: Queryable, merchantId: MerchantId, { id, name, at, shared = true }: NewPlaylist) {
  return db.row<PlaylistRow>(sql`
    insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
    values (${merchantId}, ${id}, ${name}, ${searchText(name)}, ${shared}, ${at}, ${at})
    on conflict do nothing
    returning ${playlistColumns}`);
}

/** Removes the id from versions that were published from an earlier playlist with this id, which is gone. */
export function forgetPlaylistId(db: Queryable, merchantId: MerchantId, id: PlaylistId) {
  return db.rows(sql`
    update campaign_versions
    set landscape_playlist_id = nullif(landscape_playlist_id, ${id}::uuid),
        portrait_playlist_id = nullif(portrait_playlist_id, ${id}::uuid),
        content = regexp_replace(content::text, '"playlistId":\\s*"' || ${id}::text || '"', '"playlistId":null', 'gi')::json
    where merchant_id = ${merchantId} and (landscape_playlist_id = ${id} or portrait_playlist_id = ${id})`);
}

type PlaylistChange = Pick<PlaylistRow, 'id' | 'name' | 'shared' | 'updatedAt'>;

export function updatePlaylistRow(db: Queryable, merchantId: MerchantId, change: PlaylistChange) {
  const { id, name, shared, updatedAt } = change;
  return db.row<PlaylistRow>(sql`
    update playlists
    set name = ${name}, search_text = ${searchText(name)}, shared = ${shared}, updated_at = ${updatedAt},
        revision = revision + 1
    where merchant_id = ${merchantId} and id = ${id}
    returning ${playlistColumns}`);
}

export type NewItem = { readonly mediaId: string; readonly ownSeconds: number | null };

export async function replaceItems(
  db: Queryable,
  merchantId: MerchantId,
  playlistId: PlaylistId,
  items: readonly NewItem[],
): Promise<void> {
  await db.rows(sql`delete from playlist_items where merchant_id = ${merchantId} and playlist_id = ${playlistId}`);
  await appendItems(db, merchantId, playlistId, items);
}

// With those of what lies in the trash.
export async function countPlaces(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId): Promise<number> {
  const row = await db.row<{ places: number }>(sql`
    select count(*)::integer as places from playlist_items
    where merchant_id = ${merchantId} and playlist_id = ${playlistId}`);
  return row?.places ?? 0;
}

// Of a playlist that is locked. What lies in the trash keeps its place.
export function appendItems(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId, items: readonly NewItem[]) {
  return db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    select ${merchantId}::uuid, ${playlistId}::uuid, place - 1 + coalesce((
        select max(position) + 1 from playlist_items
        where merchant_id = ${merchantId} and playlist_id = ${playlistId}), 0), media_id, own_seconds
    from unnest(${items.map(({ mediaId }) => mediaId)}::uuid[],
                ${items.map(({ ownSeconds }) => ownSeconds)}::double precision[])
      with ordinality as item (media_id, own_seconds, place)`);
}

export function deletePlaylistRow(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows(sql`delete from playlists where merchant_id = ${merchantId} and id = ${playlistId}`);
}

// A playlist that is about to be gone leaves a gap in what is being worked on. What was published is frozen.
export function clearFromDrafts(db: Queryable, merchantId: MerchantId, playlistId: PlaylistId) {
  return db.rows(sql`
    update campaign_versions as draft
    set landscape_playlist_id = nullif(draft.landscape_playlist_id, ${playlistId}),
        portrait_playlist_id = nullif(draft.portrait_playlist_id, ${playlistId})
    where draft.merchant_id = ${merchantId}
      and (draft.landscape_playlist_id = ${playlistId} or draft.portrait_playlist_id = ${playlistId})
      and ${isDraft(merchantId)}`);
}

// Of a `draft` among versions: the newest of its campaign, and not published.
export const isDraft = (merchantId: MerchantId): Statement => sql`draft.published_at is null and draft.version = (
        select max(version) from campaign_versions as newest
        where newest.merchant_id = ${merchantId} and newest.lineage_id = draft.lineage_id)`;

export function touchCampaigns(db: Queryable, merchantId: MerchantId, lineageIds: readonly string[], at: string) {
  return db.rows(sql`
    update campaigns set revision = revision + 1, changed_at = ${at}
    where merchant_id = ${merchantId} and lineage_id = any(${lineageIds}::uuid[])`);
}

// A playlist that was kept to a campaign which no longer uses it would be in no list and in no campaign: it is shared, and
// returned.
export function shareUnused(db: Queryable, merchantId: MerchantId, playlistIds: readonly string[]) {
  return db.rows<{ id: string }>(sql`
    update playlists set shared = true, revision = revision + 1
    where merchant_id = ${merchantId} and id = any(${playlistIds}::uuid[]) and not shared
      and not exists (${lineagesUsing(merchantId, sql`playlists.id`)})
    returning id`);
}
