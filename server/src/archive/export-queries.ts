// The statements of an export. Each has a full order, so that two exports of the same rows are the same file.
import type { MediaType } from '@vitrine/contract/media';
import type { Scope } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { Role } from '../identity/create-person.js';
import type { FileType } from '../storage/file-type.js';
import type { ArchiveContent } from './archive-schema.js';

// Everything is read as of one moment, while others write.
export async function holdSnapshot(db: Queryable): Promise<void> {
  await db.rows(sql`set transaction isolation level repeatable read read only`);
  await db.rows(sql`set local statement_timeout = 0`);
}

export type MerchantRow = {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly suspended: boolean;
  readonly defaultItemSeconds: number;
  readonly planName: string;
  readonly planEndsAt: string | null;
  readonly planAllowsWrites: boolean;
  readonly storageQuotaBytes: number;
  readonly screenCodecs: string[];
  readonly screenMaxWidth: number;
  readonly screenMaxHeight: number;
};

export const findMerchantRow = (db: Queryable, merchantId: MerchantId) =>
  db.row<MerchantRow>(sql`
    select id, name, time_zone as "timeZone", suspended, default_item_seconds as "defaultItemSeconds",
      plan_name as "planName", plan_ends_at as "planEndsAt", plan_allows_writes as "planAllowsWrites",
      storage_quota_bytes as "storageQuotaBytes", screen_codecs as "screenCodecs",
      screen_max_width as "screenMaxWidth", screen_max_height as "screenMaxHeight"
    from merchants where id = ${merchantId}`);

export type PersonRow = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordHash: string | null;
};

export const selectPeople = (db: Queryable, merchantId: MerchantId) =>
  db.rows<PersonRow>(sql`
    select people.email, people.name, memberships.role, people.password_hash as "passwordHash"
    from memberships join people on people.id = memberships.person_id
    where memberships.merchant_id = ${merchantId}
    order by people.email_key collate "C"`);

export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly secretHash: string;
  readonly lastFour: string;
};

export const selectTokens = (db: Queryable, merchantId: MerchantId) =>
  db.rows<TokenRow>(sql`
    select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
      encode(secret_hash, 'hex') as "secretHash", last_four as "lastFour"
    from tokens where merchant_id = ${merchantId}
    order by created_at, id`);

export const selectTags = (db: Queryable, merchantId: MerchantId) =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name from tags where merchant_id = ${merchantId} order by name_key, id`);

export type MediaRow = {
  readonly id: string;
  readonly name: string;
  readonly type: MediaType;
  readonly description: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly tagIds: string[];
  readonly createdAt: string;
  readonly fileName: string | null;
  readonly mimeType: FileType | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly objectKey: string | null;
  readonly thumbnailKey: string | null;
  readonly thumbnailSizeBytes: number | null;
  readonly pageUrl: string | null;
};

export const selectReadyMedia = (db: Queryable, merchantId: MerchantId) =>
  db.rows<MediaRow>(sql`
    select id, name, type, description, width, height, duration_seconds as "durationSeconds", tag_ids as "tagIds",
      created_at as "createdAt", file_name as "fileName", mime_type as "mimeType", size_bytes as "sizeBytes",
      encode(sha256, 'hex') as "sha256", object_key as "objectKey", thumbnail_key as "thumbnailKey",
      thumbnail_size_bytes as "thumbnailSizeBytes", page_url as "pageUrl"
    from media where merchant_id = ${merchantId} and state = 'ready'
    order by created_at, id`);

export type PlaylistRow = {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export const selectPlaylists = (db: Queryable, merchantId: MerchantId) =>
  db.rows<PlaylistRow>(sql`
    select id, name, shared, created_at as "createdAt", updated_at as "updatedAt"
    from playlists where merchant_id = ${merchantId}
    order by created_at, id`);

export type ItemRow = {
  readonly playlistId: string;
  readonly mediaId: string;
  readonly durationSeconds: number | null;
};

// Items of media that are not ready stay out, as those media do: the archive must hold what it names.
export const selectPlaylistItems = (db: Queryable, merchantId: MerchantId) =>
  db.rows<ItemRow>(sql`
    select item.playlist_id as "playlistId", item.media_id as "mediaId", item.duration_seconds as "durationSeconds"
    from playlist_items as item
    join media on media.merchant_id = item.merchant_id and media.id = item.media_id and media.state = 'ready'
    where item.merchant_id = ${merchantId}
    order by item.playlist_id, item.position`);

export type CampaignRow = {
  readonly lineageId: string;
  readonly name: string;
  readonly archived: boolean;
  readonly changedAt: string;
  readonly withdrawnAt: string | null;
  readonly tagIds: string[];
  readonly liveVersion: number | null;
};

export const selectCampaigns = (db: Queryable, merchantId: MerchantId) =>
  db.rows<CampaignRow>(sql`
    select lineage_id as "lineageId", name, archived, changed_at as "changedAt", withdrawn_at as "withdrawnAt",
      tag_ids as "tagIds", live_version as "liveVersion"
    from campaigns where merchant_id = ${merchantId}
    order by lineage_id`);

export type VersionRow = {
  readonly lineageId: string;
  readonly version: number;
  readonly flightStart: string | null;
  readonly flightEnd: string | null;
  readonly landscapePlaylistId: string | null;
  readonly portraitPlaylistId: string | null;
  readonly publishedAt: string | null;
  readonly content: ArchiveContent | null;
};

// A version may still name a playlist that was deleted since; the archive names only what it holds.
export const selectVersions = (db: Queryable, merchantId: MerchantId) =>
  db.rows<VersionRow>(sql`
    select version.lineage_id as "lineageId", version.version, flight_start as "flightStart", flight_end as "flightEnd",
      landscape.id as "landscapePlaylistId", portrait.id as "portraitPlaylistId", published_at as "publishedAt", content
    from campaign_versions as version
    left join playlists as landscape
      on landscape.merchant_id = version.merchant_id and landscape.id = version.landscape_playlist_id
    left join playlists as portrait
      on portrait.merchant_id = version.merchant_id and portrait.id = version.portrait_playlist_id
    where version.merchant_id = ${merchantId}
    order by version.lineage_id, version.version`);
