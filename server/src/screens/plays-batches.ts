import type { Db } from '../db/db.js';
import { readTogether } from '../db/read-together.js';
import type { MerchantId, ScreenId } from '../ids.js';
import { selectPlaysBatches } from './state-queries.js';

// The last batch of plays that was taken of a screen. Never kept: a device that goes on from an old one would lose plays.
export type PlaysBatches = { readonly find: (merchantId: MerchantId, screenId: ScreenId) => Promise<number> };

// What is published is asked for by all screens of the merchant at once.
export function createPlaysBatches(db: Db): PlaysBatches {
  const merchants = new Map<
    MerchantId,
    { asking: number; readonly find: (id: string) => Promise<number | undefined> }
  >();
  const open = (merchantId: MerchantId) => {
    const find = readTogether<number>(async (ids) => {
      const rows = await selectPlaysBatches(db, merchantId, ids);
      return new Map(rows.map((row) => [row.screen_id, row.plays_batch]));
    });
    const opened = { asking: 0, find };
    merchants.set(merchantId, opened);
    return opened;
  };
  return {
    async find(merchantId, screenId) {
      const merchant = merchants.get(merchantId) ?? open(merchantId);
      merchant.asking += 1;
      try {
        return (await merchant.find(screenId)) ?? 0;
      } finally {
        merchant.asking -= 1;
        if (merchant.asking === 0) merchants.delete(merchantId);
      }
    },
  };
}
