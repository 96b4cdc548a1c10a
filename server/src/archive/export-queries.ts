// The statements of an export. Each has a full order, so that two exports of the same rows are the same file; columns
// stand in the order of the archive's keys.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { Deleted, DeletedKind } from '../deleted/queries.js';
import type { MerchantId } from '../ids.js';
import type { DeletedTag, Place, PlaceKind } from '../tags/deleted-queries.js';
import type {
  Archive,
  ArchiveCampaign,
  ArchivePerson,
  ArchivePlaylist,
  ArchiveScreen,
  ArchiveToken,
} from './archive-schema.js';
import type { toMediaRow, toMerchantRow, toPlaylistItemRows, toVersionRows } from './to-rows.js';

export type Snapshot = NonNullable<Awaited<ReturnType<typeof readSnapshot>>>;

// Everything is read as of one moment, while others write. Undefined where there is no such merchant.
export async function readSnapshot(db: Queryable, merchantId: MerchantId) {
  await db.rows(sql`set transaction isolation level repeatable read read only`);
  await db.rows(sql`set local statement_timeout = 0`);
  const merchant = await findMerchant(db, merchantId);
  if (merchant === undefined) return undefined;
  return {
    merchant,
    people: await selectPeople(db, merchantId),
    tokens: await selectTokens(db, merchantId),
    tags: await selectTags(db, merchantId),
    media: await selectKeptMedia(db, merchantId),
    playlists: await selectPlaylists(db, merchantId),
    items: await selectPlaylistItems(db, merchantId),
    campaigns: await selectCampaigns(db, merchantId),
    versions: await selectVersions(db, merchantId),
    screens: await selectScreens(db, merchantId),
    deletedPlaylists: await selectDeleted(db, merchantId, 'playlist'),
    deletedCampaigns: await selectDeleted(db, merchantId, 'campaign'),
    deletedTags: await selectDeletedTags(db, merchantId),
    tagPlaces: await selectTagPlaces(db, merchantId),
  };
}

export type MerchantRow = ReturnType<typeof toMerchantRow>;

const findMerchant = (db: Queryable, merchantId: MerchantId) =>
  db.row<MerchantRow>(sql`
    select id, name, time_zone as "timeZone", suspended, default_item_seconds as "defaultItemSeconds",
      plan_name as "planName", plan_ends_at as "planEndsAt", plan_allows_writes as "planAllowsWrites",
      storage_quota_bytes as "storageQuotaBytes", screen_codecs as "screenCodecs",
      screen_max_width as "screenMaxWidth", screen_max_height as "screenMaxHeight", screens_max as "screensMax",
      (select id from playlists where merchant_id = ${merchantId} and id = default_playlist_id) as "defaultPlaylistId"
    from merchants where id = ${merchantId}`);

const selectScreens = (db: Queryable, merchantId: MerchantId) =>
  db.rows<ArchiveScreen & { readonly timeZone: string | null }>(sql`
    select id, name, orientation, time_zone as "timeZone", tag_ids as "tagIds", created_at as "createdAt"
    from screens where merchant_id = ${merchantId}
    order by created_at, id`);

export type DeletedRow<Kind extends DeletedKind> = Deleted<Kind> & { readonly trashedAt: string };

const selectDeleted = <Kind extends DeletedKind>(db: Queryable, merchantId: MerchantId, kind: Kind) =>
  db.rows<DeletedRow<Kind>>(sql`
    select kind, id, name, tag_ids as "tagIds", content, trashed_at as "trashedAt"
    from deleted_content where merchant_id = ${merchantId} and kind = ${kind}
    order by trashed_at, id`);

export type DeletedTagRow = DeletedTag & { readonly trashedAt: string };

const selectDeletedTags = (db: Queryable, merchantId: MerchantId) =>
  db.rows<DeletedTagRow>(sql`
    select id, name, trashed_at as "trashedAt", merged_into as "mergedInto"
    from deleted_tags where merchant_id = ${merchantId}
    order by trashed_at, id`);

export type TagPlaceRow = Place & { readonly tagId: string; readonly kind: PlaceKind };

const selectTagPlaces = (db: Queryable, merchantId: MerchantId) =>
  db.rows<TagPlaceRow>(sql`
    select tag_id as "tagId", kind, id, given_id as "givenId"
    from deleted_tag_places where merchant_id = ${merchantId}
    order by tag_id, kind, id`);

type PersonRow = Pick<ArchivePerson, 'email' | 'name' | 'role'> & { readonly passwordHash: string | null };

const selectPeople = (db: Queryable, merchantId: MerchantId) =>
  db.rows<PersonRow>(sql`
    select people.email, people.name, memberships.role, people.password_hash as "passwordHash"
    from memberships join people on people.id = memberships.person_id
    where memberships.merchant_id = ${merchantId}
    order by people.email_key collate "C"`);

const selectTokens = (db: Queryable, merchantId: MerchantId) =>
  db.rows<ArchiveToken>(sql`
    select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      encode(secret_hash, 'hex') as "secretHash", last_four as "lastFour"
    from tokens where merchant_id = ${merchantId}
    order by created_at, id`);

const selectTags = (db: Queryable, merchantId: MerchantId) =>
  db.rows<Archive['tags'][number]>(sql`
    select id, name from tags where merchant_id = ${merchantId} order by name_key, id`);

export type MediaRow = Omit<ReturnType<typeof toMediaRow>, 'searchText'>;

const selectKeptMedia = (db: Queryable, merchantId: MerchantId) =>
  db.rows<MediaRow>(sql`
    select id, name, type, description, width, height, duration_seconds as "durationSeconds", tag_ids as "tagIds",
      created_at as "createdAt", file_name as "fileName", mime_type as "mimeType", size_bytes as "sizeBytes",
      encode(sha256, 'hex') as "sha256", object_key as "objectKey", thumbnail_key as "thumbnailKey",
      thumbnail_size_bytes as "thumbnailSizeBytes", page_url as "pageUrl", trashed_at as "trashedAt",
      codec, is_broken as "isBroken", is_playable as "isPlayable", added_by_kind as "addedByKind", added_by_id as "addedById",
      added_by_name as "addedByName"
    from media where merchant_id = ${merchantId} and state <> 'awaiting'
    order by created_at, id`);

const selectPlaylists = (db: Queryable, merchantId: MerchantId) =>
  db.rows<Omit<ArchivePlaylist, 'items'>>(sql`
    select id, name, shared, created_at as "createdAt", updated_at as "updatedAt"
    from playlists where merchant_id = ${merchantId}
    order by created_at, id`);

export type ItemRow = Omit<ReturnType<typeof toPlaylistItemRows>[number], 'position'>;

// Items of media that never became ready stay out, as those media do: the archive must hold what it names.
const selectPlaylistItems = (db: Queryable, merchantId: MerchantId) =>
  db.rows<ItemRow>(sql`
    select item.playlist_id as "playlistId", item.media_id as "mediaId", item.duration_seconds as "durationSeconds"
    from playlist_items as item
    join media on media.merchant_id = item.merchant_id and media.id = item.media_id and media.state <> 'awaiting'
    where item.merchant_id = ${merchantId}
    order by item.playlist_id, item.position`);

export type CampaignRow = Omit<ArchiveCampaign, 'versions'>;

const selectCampaigns = (db: Queryable, merchantId: MerchantId) =>
  db.rows<CampaignRow>(sql`
    select lineage_id as "lineageId", name, archived, changed_at as "changedAt", withdrawn_at as "withdrawnAt",
      tag_ids as "tagIds", live_version as "liveVersion"
    from campaigns where merchant_id = ${merchantId}
    order by lineage_id`);

export type VersionRow = ReturnType<typeof toVersionRows>[number];

// A version may still name a playlist that was deleted since; the archive names only what it holds.
const selectVersions = (db: Queryable, merchantId: MerchantId) =>
  db.rows<VersionRow>(sql`
    select version.lineage_id as "lineageId", version.version, flight_start as "flightStart", flight_end as "flightEnd",
      landscape.id as "landscapePlaylistId", portrait.id as "portraitPlaylistId", published_at as "publishedAt", content,
      item_count as "itemCount"
    from campaign_versions as version
    left join playlists as landscape
      on landscape.merchant_id = version.merchant_id and landscape.id = version.landscape_playlist_id
    left join playlists as portrait
      on portrait.merchant_id = version.merchant_id and portrait.id = version.portrait_playlist_id
    where version.merchant_id = ${merchantId}
    order by version.lineage_id, version.version`);
