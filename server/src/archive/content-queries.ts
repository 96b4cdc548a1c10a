// The statements that put in a merchant's content.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type * as rows from './to-rows.js';

type Rows<Make extends (...input: never[]) => unknown> = readonly ReturnType<Make>[];

export const insertTags = (db: Queryable, merchantId: MerchantId, tags: Rows<typeof rows.toTagRow>) =>
  db.rows(sql`
    insert into tags (merchant_id, id, name, name_key, search_text)
    select ${merchantId}, id, name, "nameKey", "searchText"
    from json_to_recordset(${JSON.stringify(tags)}::json)
      as entry(id uuid, name text, "nameKey" text, "searchText" text)`);

export const insertMedia = (db: Queryable, merchantId: MerchantId, media: Rows<typeof rows.toMediaRow>) =>
  db.rows(sql`
    insert into media (merchant_id, state, id, type, name, description, search_text, width, height, duration_seconds,
      tag_ids, created_at, file_name, mime_type, size_bytes, sha256, object_key, thumbnail_key, thumbnail_size_bytes,
      page_url)
    select ${merchantId}, 'ready', id, type, name, description, "searchText", width, height, "durationSeconds",
      "tagIds", "createdAt", "fileName", "mimeType", "sizeBytes", decode(sha256, 'hex'), "objectKey", "thumbnailKey",
      "thumbnailSizeBytes", "pageUrl"
    from json_to_recordset(${JSON.stringify(media)}::json)
      as entry(id uuid, type text, name text, description text, "searchText" text, width integer, height integer,
        "durationSeconds" double precision, "tagIds" uuid[], "createdAt" timestamptz, "fileName" text,
        "mimeType" text, "sizeBytes" bigint, sha256 text, "objectKey" text, "thumbnailKey" text,
        "thumbnailSizeBytes" bigint, "pageUrl" text)`);

export const insertPlaylists = (db: Queryable, merchantId: MerchantId, playlists: Rows<typeof rows.toPlaylistRow>) =>
  db.rows(sql`
    insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
    select ${merchantId}, id, name, "searchText", shared, "createdAt", "updatedAt"
    from json_to_recordset(${JSON.stringify(playlists)}::json)
      as entry(id uuid, name text, "searchText" text, shared boolean, "createdAt" timestamptz, "updatedAt" timestamptz)`);

type ItemRow = ReturnType<typeof rows.toPlaylistItemRows>[number];

export const insertPlaylistItems = (db: Queryable, merchantId: MerchantId, items: readonly ItemRow[]) =>
  db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    select ${merchantId}, "playlistId", position, "mediaId", "durationSeconds"
    from json_to_recordset(${JSON.stringify(items)}::json)
      as entry("playlistId" uuid, position integer, "mediaId" uuid, "durationSeconds" double precision)`);

export const insertCampaigns = (db: Queryable, merchantId: MerchantId, campaigns: Rows<typeof rows.toCampaignRow>) =>
  db.rows(sql`
    insert into campaigns (merchant_id, lineage_id, name, search_text, archived, changed_at, withdrawn_at, tag_ids,
      live_version)
    select ${merchantId}, "lineageId", name, "searchText", archived, "changedAt", "withdrawnAt", "tagIds", "liveVersion"
    from json_to_recordset(${JSON.stringify(campaigns)}::json)
      as entry("lineageId" uuid, name text, "searchText" text, archived boolean, "changedAt" timestamptz,
        "withdrawnAt" timestamptz, "tagIds" uuid[], "liveVersion" integer)`);

type VersionRow = ReturnType<typeof rows.toVersionRows>[number];

export const insertVersions = (db: Queryable, merchantId: MerchantId, versions: readonly VersionRow[]) =>
  db.rows(sql`
    insert into campaign_versions (merchant_id, lineage_id, version, flight_start, flight_end, landscape_playlist_id,
      portrait_playlist_id, published_at, content)
    select ${merchantId}, "lineageId", version, "flightStart", "flightEnd", "landscapePlaylistId",
      "portraitPlaylistId", "publishedAt", content
    from json_to_recordset(${JSON.stringify(versions)}::json)
      as entry("lineageId" uuid, version integer, "flightStart" text, "flightEnd" text, "landscapePlaylistId" uuid,
        "portraitPlaylistId" uuid, "publishedAt" timestamptz, content json)`);
