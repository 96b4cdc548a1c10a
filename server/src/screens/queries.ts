import type { FaultKind, Orientation } from '@vitrine/contract/screen-words';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { LineageId, MediaId, MerchantId, ScreenId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

type ScreenRow = {
  id: ScreenId;
  name: string;
  orientation: Orientation;
  time_zone: string | null;
  tag_ids: string[];
  revision: number;
  created_at: string;
  paired_at: string | null;
};

export type FaultRow = { readonly mediaId: string | null; readonly kind: FaultKind; readonly codec?: string };

export type StateRow = {
  seen_at: string | null;
  lineage_id: LineageId | null;
  media_id: MediaId | null;
  free_bytes: number | null;
  stores_files: boolean | null;
  player_version: string | null;
  width: number | null;
  height: number | null;
  faults: FaultRow[] | null;
};

export type SeenScreenRow = ScreenRow & StateRow & { tag_version: number | null };

const columns = sql`s.id, s.name, s.orientation, s.time_zone, s.tag_ids, s.revision, s.created_at, s.paired_at`;

// Those that add screens at once wait for each other. Who only names the merchant, as every entry of the activity does, does
// not wait.
export function holdScreens(db: Queryable, merchantId: MerchantId) {
  return db.row<{ screens_max: number | null }>(sql`
    select screens_max from merchants where id = ${merchantId} for no key update`);
}

const seen = (merchantId: MerchantId): Statement => sql`
    select ${columns}, state.seen_at, state.lineage_id, state.media_id, state.free_bytes, state.stores_files,
      state.player_version, state.width, state.height, state.faults,
      (select version from tag_versions where merchant_id = ${merchantId}) as tag_version
    from screens s
    left join screen_states state on state.merchant_id = ${merchantId} and state.screen_id = s.id
    where s.merchant_id = ${merchantId}`;

export const selectScreens = (db: Queryable, merchantId: MerchantId) => db.rows<SeenScreenRow>(seen(merchantId));

export const findScreen = (db: Queryable, merchantId: MerchantId, screenId: ScreenId) =>
  db.row<SeenScreenRow>(sql`${seen(merchantId)} and s.id = ${screenId}`);

export function lockScreen(db: Queryable, merchantId: MerchantId, screenId: ScreenId) {
  return db.row<ScreenRow>(sql`
    select ${columns} from screens s where s.merchant_id = ${merchantId} and s.id = ${screenId} for update`);
}

export async function countScreens(db: Queryable, merchantId: MerchantId): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from screens where merchant_id = ${merchantId}`);
  return row?.count ?? 0;
}

type NewScreenRow = Omit<ScreenRow, 'revision'> & { key_hash: Buffer | null; is_demo: boolean };

export function insertScreen(db: Queryable, merchantId: MerchantId, screen: NewScreenRow) {
  return db.rows(sql`
    insert into screens (merchant_id, id, name, orientation, time_zone, tag_ids, key_hash, is_demo, created_at, paired_at)
    values (${merchantId}, ${screen.id}, ${screen.name}, ${screen.orientation}, ${screen.time_zone},
            ${screen.tag_ids}::uuid[], ${screen.key_hash}, ${screen.is_demo}, ${screen.created_at}, ${screen.paired_at})`);
}

export function updateScreenRow(
  db: Queryable,
  merchantId: MerchantId,
  screen: Pick<ScreenRow, 'id' | 'name' | 'orientation' | 'time_zone' | 'tag_ids'>,
) {
  return db.rows(sql`
    update screens
    set name = ${screen.name}, orientation = ${screen.orientation}, time_zone = ${screen.time_zone},
        tag_ids = ${screen.tag_ids}::uuid[], revision = revision + 1
    where merchant_id = ${merchantId} and id = ${screen.id}`);
}

// The key before is no key any more.
export function updateKey(
  db: Queryable,
  merchantId: MerchantId,
  screenId: ScreenId,
  { keyHash, at }: { readonly keyHash: Buffer; readonly at: string },
) {
  return db.rows(sql`
    update screens set key_hash = ${keyHash}, paired_at = ${at}, is_demo = false
    where merchant_id = ${merchantId} and id = ${screenId}`);
}

export function deleteScreen(db: Queryable, merchantId: MerchantId, screenId: ScreenId) {
  return db.row<{ name: string }>(sql`
    delete from screens where merchant_id = ${merchantId} and id = ${screenId} returning name`);
}

// An operator names a screen by its id alone; ids are the merchants' own, so several could share one.
export function selectScreensById(db: Queryable, screenId: ScreenId) {
  return db.rows<{ merchant_id: MerchantId; name: string }>(sql`
    select merchant_id, name from screens where id = ${screenId}`);
}

type ShownMediaRow = { id: string; name: string; codec: string | null; thumbnail_key: ObjectKey | null };

export function selectShownMedia(db: Queryable, merchantId: MerchantId, mediaIds: readonly string[]) {
  return db.rows<ShownMediaRow>(sql`
    select id, name, codec, thumbnail_key from media
    where merchant_id = ${merchantId} and id = any(${mediaIds}::uuid[]) and state = 'ready'`);
}

export function selectCampaignNames(db: Queryable, merchantId: MerchantId, lineageIds: readonly string[]) {
  return db.rows<{ lineage_id: string; name: string }>(sql`
    select lineage_id, name from campaigns
    where merchant_id = ${merchantId} and lineage_id = any(${lineageIds}::uuid[])`);
}
