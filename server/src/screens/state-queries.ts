import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { LineageId, MediaId, MerchantId, ScreenId } from '../ids.js';
import type { StateRow } from './queries.js';

export type BeatRow = StateRow & { screen_id: ScreenId; program_version: string | null };

// Of many screens of one merchant in one statement. Screens that went away meanwhile are left out, and an older beat never
// takes the place of a newer one that came by another instance.
export async function writeBeats(db: Queryable, merchantId: MerchantId, rows: readonly BeatRow[]): Promise<void> {
  await db.rows(sql`
    insert into screen_states as state (merchant_id, screen_id, seen_at, program_version, lineage_id, media_id, free_bytes,
      stores_files, player_version, width, height, faults)
    select ${merchantId}::uuid, b.screen_id, b.seen_at, b.program_version, b.lineage_id, b.media_id, b.free_bytes,
      b.stores_files, b.player_version, b.width, b.height, b.faults
    from json_to_recordset(${JSON.stringify(rows)}::json) as b(
      screen_id uuid, seen_at timestamptz, program_version text, lineage_id uuid, media_id uuid, free_bytes bigint,
      stores_files boolean, player_version text, width integer, height integer, faults json)
    join screens s on s.merchant_id = ${merchantId}::uuid and s.id = b.screen_id
    order by b.screen_id
    on conflict (merchant_id, screen_id) do update
    set seen_at = excluded.seen_at, program_version = excluded.program_version, lineage_id = excluded.lineage_id,
        media_id = excluded.media_id, free_bytes = excluded.free_bytes, stores_files = excluded.stores_files,
        player_version = excluded.player_version, width = excluded.width, height = excluded.height,
        faults = excluded.faults
    where state.seen_at is null or state.seen_at <= excluded.seen_at`);
}

export function selectPlaysBatches(db: Queryable, merchantId: MerchantId, screenIds: readonly string[]) {
  return db.rows<{ screen_id: ScreenId; plays_batch: number }>(sql`
    select screen_id, plays_batch from screen_states
    where merchant_id = ${merchantId} and screen_id = any(${screenIds}::uuid[])`);
}

// True for the first who brings the batch. Two who bring it at once wait here for each other: the row is locked until the
// plays are counted with it.
export async function takeBatch(
  db: Queryable,
  merchantId: MerchantId,
  screenId: ScreenId,
  batch: number,
): Promise<boolean> {
  const row = await db.row(sql`
    insert into screen_states as state (merchant_id, screen_id, plays_batch)
    values (${merchantId}, ${screenId}, ${batch})
    on conflict (merchant_id, screen_id) do update set plays_batch = excluded.plays_batch
    where state.plays_batch < excluded.plays_batch
    returning plays_batch`);
  return row !== undefined;
}

export type PlayRow = {
  day: string;
  lineage_id: LineageId | string;
  media_id: MediaId | string;
  plays: number;
  milliseconds: number;
};

// Default content is of no campaign.
export const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000';

// What is not the merchant's is left out. In one order, so that screens that count the same at once do not deadlock.
export async function addPlays(db: Queryable, merchantId: MerchantId, rows: readonly PlayRow[]): Promise<void> {
  await db.rows(sql`
    insert into plays as p (merchant_id, lineage_id, day, media_id, plays, milliseconds)
    select ${merchantId}::uuid, c.lineage_id, c.day, c.media_id, c.plays, c.milliseconds
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      lineage_id uuid, day date, media_id uuid, plays bigint, milliseconds bigint)
    join media on media.merchant_id = ${merchantId}::uuid and media.id = c.media_id
    left join campaigns on campaigns.merchant_id = ${merchantId}::uuid and campaigns.lineage_id = c.lineage_id
    where campaigns.lineage_id is not null or c.lineage_id = ${NO_CAMPAIGN}::uuid
    order by c.lineage_id, c.day, c.media_id
    on conflict (merchant_id, lineage_id, day, media_id) do update
    set plays = p.plays + excluded.plays, milliseconds = p.milliseconds + excluded.milliseconds`);
}

type Span = { readonly from: string; readonly to: string };

type DayPlays = { day: string; plays: number; milliseconds: number };

export function selectPlaysByDay(db: Queryable, merchantId: MerchantId, lineageId: LineageId, { from, to }: Span) {
  return db.rows<DayPlays>(sql`
    select day::text, sum(plays)::bigint as plays, sum(milliseconds)::bigint as milliseconds from plays
    where merchant_id = ${merchantId} and lineage_id = ${lineageId} and day between ${from}::date and ${to}::date
    group by day
    order by day`);
}

type MediaPlays = { media_id: string; name: string | null; plays: number; milliseconds: number };

export function selectPlaysByMedia(db: Queryable, merchantId: MerchantId, lineageId: LineageId, { from, to }: Span) {
  return db.rows<MediaPlays>(sql`
    select counted.media_id, media.name, counted.plays, counted.milliseconds
    from (
      select media_id, sum(plays)::bigint as plays, sum(milliseconds)::bigint as milliseconds from plays
      where merchant_id = ${merchantId} and lineage_id = ${lineageId} and day between ${from}::date and ${to}::date
      group by media_id
    ) as counted
    left join media on media.merchant_id = ${merchantId} and media.id = counted.media_id
    order by counted.plays desc, counted.media_id`);
}

type FilePlays = { day: string; media_id: string; name: string | null; plays: number; milliseconds: number };

// Behind a day and an item, some at a time: a file of any length.
export function selectPlaysAfter(
  db: Queryable,
  merchantId: MerchantId,
  lineageId: LineageId,
  { from, to, mediaId, limit }: Span & { readonly mediaId: string; readonly limit: number },
) {
  return db.rows<FilePlays>(sql`
    select p.day::text, p.media_id, media.name, p.plays, p.milliseconds
    from plays p
    left join media on media.merchant_id = ${merchantId} and media.id = p.media_id
    where p.merchant_id = ${merchantId} and p.lineage_id = ${lineageId}
      and (p.day, p.media_id) > (${from}::date, ${mediaId}::uuid) and p.day <= ${to}::date
    order by p.day, p.media_id
    limit ${limit}`);
}

export async function dropOldPlays(
  db: Queryable,
  merchantId: MerchantId,
  before: string,
  limit: number,
): Promise<number> {
  const rows = await db.rows(sql`
    delete from plays where merchant_id = ${merchantId} and (lineage_id, day, media_id) in (
      select lineage_id, day, media_id from plays
      where merchant_id = ${merchantId} and day < ${before}::date
      order by day
      limit ${limit})
    returning day`);
  return rows.length;
}
