import { insertActivity, type Doer } from '../activity/queries.js';
import type { LineageId, MerchantId } from '../ids.js';
import { shareUnused } from '../playlists/write-queries.js';
import { hold, namedBy } from './change-campaign.js';
import type { ConsoleCampaignDeps } from './get-console-campaign.js';
import { deleteCampaignRow } from './write-queries.js';

// Only what was never published: the rest is history, and is archived. Playlists that were kept to it become shared.
export async function deleteCampaign(
  { db, clock }: Pick<ConsoleCampaignDeps, 'db' | 'clock'>,
  merchantId: MerchantId,
  lineageId: LineageId,
  by: Doer,
): Promise<{ lineageId: string }> {
  const now = clock.now();
  return db.transaction(async (db) => {
    const { state } = await hold(db, merchantId, { transition: 'delete', lineageId }, now);
    await deleteCampaignRow(db, merchantId, lineageId);
    await shareUnused(db, merchantId, namedBy(state));
    const at = new Date(now).toISOString();
    const details = { lineageId, name: state.name };
    await insertActivity(db, merchantId, { kind: 'campaign.deleted', at, details, ...by });
    return { lineageId };
  });
}
