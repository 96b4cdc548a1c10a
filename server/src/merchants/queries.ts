import { randomUUID } from 'node:crypto';
import { insertFeed } from '../changes/queries.js';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PlaylistId } from '../ids.js';

export type MerchantRow = {
  id: MerchantId;
  name: string;
  time_zone: string;
  suspended: boolean;
  default_item_seconds: number;
  plan_name: string;
  plan_ends_at: string | null;
  plan_allows_writes: boolean;
  storage_quota_bytes: number;
  screen_codecs: string[];
  screen_max_width: number;
  screen_max_height: number;
  requires_second_factor: boolean;
  default_playlist_id: PlaylistId | null;
  screens_max: number | null;
  created_at: string;
  used_bytes: number;
  reserved_bytes: number;
};

const columns = sql`
  m.id, m.name, m.time_zone, m.suspended, m.default_item_seconds, m.plan_name, m.plan_ends_at, m.plan_allows_writes,
  m.storage_quota_bytes, m.screen_codecs, m.screen_max_width, m.screen_max_height,
  m.requires_second_factor, m.screens_max, m.created_at,
  coalesce(u.used_bytes, 0)::bigint as used_bytes, coalesce(u.reserved_bytes, 0)::bigint as reserved_bytes`;

export function selectMerchant(db: Queryable, merchantId: MerchantId) {
  return db.row<MerchantRow>(sql`
    select ${columns}, (
        select id from playlists where merchant_id = ${merchantId} and id = m.default_playlist_id and shared
      ) as default_playlist_id
    from merchants m left join storage_usage u on u.merchant_id = ${merchantId}
    where m.id = ${merchantId}`);
}

// Read where somebody looks at it: few items are in the trash, and they have an index of their own.
export async function selectTrashBytes(db: Queryable, merchantId: MerchantId): Promise<number> {
  const row = await db.row<{ bytes: number }>(sql`
    select coalesce(sum(coalesce(size_bytes, 0) + coalesce(thumbnail_size_bytes, 0)), 0)::bigint as bytes
    from media where merchant_id = ${merchantId} and state = 'trashed'`);
  return row?.bytes ?? 0;
}

// One by one: what they use is on the merchants' own shards.
export async function selectMerchants(db: Queryable): Promise<MerchantRow[]> {
  const ids = await db.rows<{ id: MerchantId }>(sql`select id from merchants order by name, id`);
  const rows = [];
  for (const { id } of ids) rows.push((await selectMerchant(db, id)) ?? []);
  return rows.flat();
}

export function selectMerchantIds(db: Queryable) {
  return db.rows<{ id: MerchantId }>(sql`select id from merchants order by id`);
}

export function lockMerchant(db: Queryable, merchantId: MerchantId) {
  return db.row<{ id: MerchantId }>(sql`select id from merchants where id = ${merchantId} for update`);
}

// Before rows of its people, by who tells the activity in the end: that asks for the merchant too, by its foreign key, and whoever
// removes a person has it before their rows.
export function holdMerchant(db: Queryable, merchantId: MerchantId) {
  return db.row<{ id: MerchantId }>(sql`select id from merchants where id = ${merchantId} for key share`);
}

// For a change of its settings: whoever adds content, and asks for the merchant by its foreign key, does not wait for that.
export function lockSettings(db: Queryable, merchantId: MerchantId) {
  return db.row<{ id: MerchantId }>(sql`select id from merchants where id = ${merchantId} for no key update`);
}

// What screens play while nothing runs, as they look it up. Whoever chooses another one waits until the transaction ends.
export async function holdDefaultPlaylist(db: Queryable, merchantId: MerchantId): Promise<PlaylistId | null> {
  const row = await db.row<Pick<MerchantRow, 'default_playlist_id'>>(sql`
    select default_playlist_id from merchants where id = ${merchantId} for share`);
  return row?.default_playlist_id ?? null;
}

// Those that anybody lists.
export function selectSharedPlaylists(db: Queryable, merchantId: MerchantId) {
  return db.rows<{ id: string; shared: boolean }>(sql`
    select id, shared from playlists where merchant_id = ${merchantId} and shared order by id`);
}

type NewMerchant = Pick<
  MerchantRow,
  'id' | 'name' | 'time_zone' | 'plan_name' | 'plan_ends_at' | 'plan_allows_writes' | 'storage_quota_bytes'
> & { screen_codecs: readonly string[]; screen_max_width: number; screen_max_height: number };

export async function insertMerchant(db: Queryable, merchant: NewMerchant): Promise<void> {
  await db.rows(sql`
    insert into merchants (id, name, time_zone, plan_name, plan_ends_at, plan_allows_writes, storage_quota_bytes,
                           screen_codecs, screen_max_width, screen_max_height)
    values (${merchant.id}, ${merchant.name}, ${merchant.time_zone}, ${merchant.plan_name}, ${merchant.plan_ends_at},
            ${merchant.plan_allows_writes}, ${merchant.storage_quota_bytes}, ${merchant.screen_codecs},
            ${merchant.screen_max_width}, ${merchant.screen_max_height})`);
  await db.rows(sql`insert into storage_usage (merchant_id) values (${merchant.id})`);
  await insertFeed(db, merchant.id);
}

export function updateSuspended(db: Queryable, merchantId: MerchantId, suspended: boolean) {
  return db.rows(sql`update merchants set suspended = ${suspended} where id = ${merchantId}`);
}

export type Plan = Pick<
  MerchantRow,
  'plan_name' | 'plan_ends_at' | 'plan_allows_writes' | 'storage_quota_bytes' | 'screens_max'
>;

export function updatePlan(db: Queryable, merchantId: MerchantId, plan: Plan) {
  return db.rows(sql`
    update merchants
    set plan_name = ${plan.plan_name}, plan_ends_at = ${plan.plan_ends_at},
        plan_allows_writes = ${plan.plan_allows_writes}, storage_quota_bytes = ${plan.storage_quota_bytes},
        screens_max = ${plan.screens_max}
    where id = ${merchantId}`);
}

export async function hasMerchants(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 from merchants limit 1`)) !== undefined;
}

type Settings = Pick<
  MerchantRow,
  | 'name'
  | 'time_zone'
  | 'default_item_seconds'
  | 'screen_codecs'
  | 'screen_max_width'
  | 'screen_max_height'
  | 'requires_second_factor'
  | 'default_playlist_id'
>;

export function updateSettings(db: Queryable, merchantId: MerchantId, settings: Settings) {
  return db.rows(sql`
    update merchants
    set name = ${settings.name}, time_zone = ${settings.time_zone},
        default_item_seconds = ${settings.default_item_seconds}, screen_codecs = ${settings.screen_codecs},
        screen_max_width = ${settings.screen_max_width}, screen_max_height = ${settings.screen_max_height},
        requires_second_factor = ${settings.requires_second_factor},
        default_playlist_id = ${settings.default_playlist_id}
    where id = ${merchantId}`);
}

export const ACCESS_CHANGED = 'access_changed';

// Called in the transaction that changes a token, a plan or a suspension. Each process drops its cache when it receives the
// notification, or, on a cluster, when it counts a request and sees another value of `access`.
export async function notifyAccessChanged(db: Queryable, merchantId: MerchantId): Promise<void> {
  await db.rows(sql`update request_counts set access = ${randomUUID()} where merchant_id = ${merchantId}`);
  await db.rows(sql`select pg_notify(${ACCESS_CHANGED}, ${merchantId})`);
}

export async function isSharedPlaylist(
  db: Queryable,
  merchantId: MerchantId,
  playlistId: PlaylistId,
): Promise<boolean> {
  const row = await db.row(sql`
    select id from playlists where merchant_id = ${merchantId} and id = ${playlistId} and shared`);
  return row !== undefined;
}
