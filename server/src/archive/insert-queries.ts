// The statements that put in a merchant's rows. They travel as one JSON value a statement: 100,000 media take seconds that
// way.
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { HeldObject, OldKey } from './queries.js';
import type * as rows from './to-rows.js';

type Rows<Make extends (...input: never[]) => unknown> = readonly ReturnType<Make>[];

export const insertMerchant = (db: Queryable, row: ReturnType<typeof rows.toMerchantRow>) =>
  db.row<{ id: string }>(sql`
    insert into merchants (id, name, time_zone, suspended, default_item_seconds, plan_name, plan_ends_at,
      plan_allows_writes, storage_quota_bytes, screen_codecs, screen_max_width, screen_max_height, screens_max,
      default_playlist_id)
    values (${row.id}, ${row.name}, ${row.timeZone}, ${row.suspended}, ${row.defaultItemSeconds}, ${row.planName},
      ${row.planEndsAt}, ${row.planAllowsWrites}, ${row.storageQuotaBytes}, ${row.screenCodecs}, ${row.screenMaxWidth},
      ${row.screenMaxHeight}, ${row.screensMax}, ${row.defaultPlaylistId})
    on conflict (id) do nothing
    returning id`);

// Gives the emails of those that are new. A person who has an account keeps the name and the password of it.
export const insertPeople = (db: Queryable, people: readonly rows.PersonRow[]) =>
  db.rows<{ emailKey: string }>(sql`
    insert into people (id, email, email_key, name, password_hash)
    select id, email, "emailKey", name, "passwordHash"
    from json_to_recordset(${JSON.stringify(people)}::json)
      as entry(id uuid, email text, "emailKey" text, name text, "passwordHash" text)
    on conflict (email_key) do nothing
    returning email_key as "emailKey"`);

// With a name of its own: Citus loses the table's where rows come from others and are returned.
export const insertMemberships = (db: Queryable, merchantId: MerchantId, people: readonly rows.PersonRow[]) =>
  db.rows<{ person_id: string }>(sql`
    insert into memberships as member (merchant_id, person_id, role)
    select ${merchantId}, people.id, entry.role
    from json_to_recordset(${JSON.stringify(people)}::json) as entry("emailKey" text, role text)
    join people on people.email_key = entry."emailKey"
    returning member.person_id`);

export const insertTokens = (db: Queryable, merchantId: MerchantId, tokens: Rows<typeof rows.toTokenRow>) =>
  db.rows(sql`
    insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at, revoked_at)
    select ${merchantId}, id, name, scopes, decode("secretHash", 'hex'), "lastFour", "createdAt", "expiresAt", "revokedAt"
    from json_to_recordset(${JSON.stringify(tokens)}::json)
      as entry(id uuid, name text, scopes text[], "secretHash" text, "lastFour" text, "createdAt" timestamptz,
        "expiresAt" timestamptz, "revokedAt" timestamptz)`);

export const insertStorageUsage = (db: Queryable, merchantId: MerchantId) =>
  db.rows(sql`
    insert into storage_usage (merchant_id, used_bytes)
    select ${merchantId}, coalesce(sum(coalesce(size_bytes, 0) + coalesce(thumbnail_size_bytes, 0)), 0)
    from media where merchant_id = ${merchantId}`);

export const insertHeld = (db: Queryable, merchantId: MerchantId, held: readonly HeldObject[]) =>
  db.rows(sql`
    insert into pending_deletions (merchant_id, object_key, reserved_bytes, delete_after, store_upload_id)
    select ${merchantId}, key, "reservedBytes", "deleteAfter", "uploadId"
    from json_to_recordset(${JSON.stringify(held)}::json)
      as entry(key text, "reservedBytes" bigint, "deleteAfter" timestamptz, "uploadId" text)`);

export const insertTagVersion = (db: Queryable, merchantId: MerchantId, version: number) =>
  db.rows(sql`insert into tag_versions (merchant_id, version) values (${merchantId}, ${version})`);

export const insertTags = (db: Queryable, merchantId: MerchantId, tags: Rows<typeof rows.toTagRow>) =>
  db.rows(sql`
    insert into tags (merchant_id, id, name, name_key, search_text)
    select ${merchantId}, id, name, "nameKey", "searchText"
    from json_to_recordset(${JSON.stringify(tags)}::json)
      as entry(id uuid, name text, "nameKey" text, "searchText" text)`);

export const insertScreens = (
  db: Queryable,
  merchantId: MerchantId,
  revision: number,
  screens: Rows<typeof rows.toScreenRow>,
) =>
  db.rows(sql`
    insert into screens (merchant_id, revision, id, name, orientation, time_zone, tag_ids, created_at)
    select ${merchantId}, ${revision}::integer, id, name, orientation, "timeZone", "tagIds", "createdAt"
    from json_to_recordset(${JSON.stringify(screens)}::json)
      as entry(id uuid, name text, orientation text, "timeZone" text, "tagIds" uuid[], "createdAt" timestamptz)`);

// A screen that was there and is there again goes on playing: nobody climbs to it.
export const restoreKeys = (db: Queryable, merchantId: MerchantId, keys: readonly OldKey[]) =>
  db.rows(sql`
    update screens set key_hash = decode(entry."keyHash", 'hex'), is_demo = entry."isDemo", paired_at = entry."pairedAt"
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as entry(id uuid, "keyHash" text, "isDemo" boolean, "pairedAt" timestamptz)
    where screens.merchant_id = ${merchantId} and screens.id = entry.id`);

export const insertMedia = (
  db: Queryable,
  merchantId: MerchantId,
  revision: number,
  media: Rows<typeof rows.toMediaRow>,
) =>
  db.rows(sql`
    insert into media (merchant_id, revision, state, id, type, name, description, search_text, width, height, duration_seconds,
      tag_ids, created_at, file_name, mime_type, size_bytes, sha256, object_key, thumbnail_key, thumbnail_size_bytes,
      page_url, codec, is_broken, is_playable, trashed_at, added_by_kind, added_by_id, added_by_name)
    select ${merchantId}, ${revision}::integer, case when "trashedAt" is null then 'ready' else 'trashed' end, id, type, name, description,
      "searchText", width, height, "durationSeconds", "tagIds", "createdAt", "fileName", "mimeType", "sizeBytes",
      decode(sha256, 'hex'), "objectKey", "thumbnailKey", "thumbnailSizeBytes", "pageUrl", codec, "isBroken", "isPlayable",
      "trashedAt", "addedByKind", "addedById", "addedByName"
    from json_to_recordset(${JSON.stringify(media)}::json)
      as entry(id uuid, type text, name text, description text, "searchText" text, width integer, height integer,
        "durationSeconds" double precision, "tagIds" uuid[], "createdAt" timestamptz, "fileName" text,
        "mimeType" text, "sizeBytes" bigint, sha256 text, "objectKey" text, "thumbnailKey" text,
        "thumbnailSizeBytes" bigint, "pageUrl" text, codec text, "isBroken" boolean, "isPlayable" boolean, "trashedAt" timestamptz,
        "addedByKind" text, "addedById" uuid, "addedByName" text)`);

export const insertPlaylists = (
  db: Queryable,
  merchantId: MerchantId,
  revision: number,
  playlists: Rows<typeof rows.toPlaylistRow>,
) =>
  db.rows(sql`
    insert into playlists (merchant_id, revision, id, name, search_text, shared, created_at, updated_at)
    select ${merchantId}, ${revision}::integer, id, name, "searchText", shared, "createdAt", "updatedAt"
    from json_to_recordset(${JSON.stringify(playlists)}::json)
      as entry(id uuid, name text, "searchText" text, shared boolean, "createdAt" timestamptz, "updatedAt" timestamptz)`);

export const insertPlaylistItems = (
  db: Queryable,
  merchantId: MerchantId,
  items: ReturnType<typeof rows.toPlaylistItemRows>,
) =>
  db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    select ${merchantId}, "playlistId", position, "mediaId", "durationSeconds"
    from json_to_recordset(${JSON.stringify(items)}::json)
      as entry("playlistId" uuid, position integer, "mediaId" uuid, "durationSeconds" double precision)`);

export const insertCampaigns = (
  db: Queryable,
  merchantId: MerchantId,
  revision: number,
  campaigns: Rows<typeof rows.toCampaignRow>,
) =>
  db.rows(sql`
    insert into campaigns (merchant_id, revision, lineage_id, name, search_text, archived, changed_at, withdrawn_at, tag_ids,
      live_version)
    select ${merchantId}, ${revision}::integer, "lineageId", name, "searchText", archived, "changedAt", "withdrawnAt", "tagIds", "liveVersion"
    from json_to_recordset(${JSON.stringify(campaigns)}::json)
      as entry("lineageId" uuid, name text, "searchText" text, archived boolean, "changedAt" timestamptz,
        "withdrawnAt" timestamptz, "tagIds" uuid[], "liveVersion" integer)`);

export const insertVersions = (
  db: Queryable,
  merchantId: MerchantId,
  versions: ReturnType<typeof rows.toVersionRows>,
) =>
  db.rows(sql`
    insert into campaign_versions (merchant_id, lineage_id, version, flight_start, flight_end, landscape_playlist_id,
      portrait_playlist_id, published_at, content, item_count)
    select ${merchantId}, "lineageId", version, "flightStart", "flightEnd", "landscapePlaylistId",
      "portraitPlaylistId", "publishedAt", content, "itemCount"
    from json_to_recordset(${JSON.stringify(versions)}::json)
      as entry("lineageId" uuid, version integer, "flightStart" text, "flightEnd" text, "landscapePlaylistId" uuid,
        "portraitPlaylistId" uuid, "publishedAt" timestamptz, content json, "itemCount" integer)`);
