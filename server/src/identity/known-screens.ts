import type { Orientation } from '@vitrine/contract/screen-words';
import type { Db } from '../db/db.js';
import { keepWhileTold } from '../db/keep-while-told.js';
import { readTogether } from '../db/read-together.js';
import type { Signals } from '../db/signals.js';
import type { MerchantId, PlaylistId, ScreenId } from '../ids.js';
import { findScreenByKey, selectOwners, selectPaired } from './screen-queries.js';

// A screen that has a key, and what decides what it plays.
export type KnownScreen = {
  readonly merchantId: MerchantId;
  readonly id: ScreenId;
  readonly name: string;
  readonly orientation: Orientation;
  // Of the screen, or else of the merchant.
  readonly timeZone: string;
  readonly tagIds: readonly string[];
  readonly merchantName: string;
  readonly defaultPlaylistId: PlaylistId | null;
};

export type KnownScreens = {
  // By the hash of its key, as hex.
  readonly find: (keyHash: string) => Promise<KnownScreen | undefined>;
};

const KEYS_MAX = 50_000;
const MERCHANTS_MAX = 2_000;

type Group = { readonly merchantId: MerchantId; readonly byKey: ReadonlyMap<string, KnownScreen> };

// Kept in the process while somebody tells it of changes. A key says no more than whose it was: whether it still is one is
// asked of the merchant's screens, which are read anew together after each change.
export function createKnownScreens(db: Db, signals: Signals): KnownScreens {
  const owners = keepWhileTold<MerchantId>(signals, { max: KEYS_MAX, topicOf: () => '' });
  const groups = keepWhileTold<Group>(signals, { max: MERCHANTS_MAX, topicOf: ({ merchantId }) => merchantId });
  // All of a shop may come at once, after a power cut or a restart of ours.
  const findOwner = readTogether(async (hashes) => {
    const rows = await selectOwners(db, hashes);
    return new Map(rows.map((row) => [row.key_hash, row.merchant_id]));
  });
  return {
    async find(keyHash) {
      const merchantId = await owners.find(keyHash, () => findOwner(keyHash));
      if (merchantId === undefined) return undefined;
      const group = await groups.find(merchantId, () => readGroup(db, merchantId));
      // Who was paired a moment ago may come before this process is told of it, and must not go dark for that.
      return group?.byKey.get(keyHash) ?? findAnew(db, keyHash);
    },
  };
}

async function findAnew(db: Db, keyHash: string): Promise<KnownScreen | undefined> {
  const row = await findScreenByKey(db, Buffer.from(keyHash, 'hex'));
  return row && (await readGroup(db, row.merchant_id)).byKey.get(keyHash);
}

async function readGroup(db: Db, merchantId: MerchantId): Promise<Group> {
  const rows = await selectPaired(db, merchantId);
  const byKey = new Map(
    rows.map((row) => [
      row.key_hash,
      {
        merchantId,
        id: row.id,
        name: row.name,
        orientation: row.orientation,
        timeZone: row.time_zone,
        tagIds: row.tag_ids,
        merchantName: row.merchant_name,
        defaultPlaylistId: row.default_playlist_id,
      },
    ]),
  );
  return { merchantId, byKey };
}
