import type { Queryable } from '../db/db.js';
import { updateDeletedPlaylist, type DeletedPlaylist } from '../deleted/queries.js';
import type { MerchantId } from '../ids.js';
import type { CampaignFacts } from './campaign-facts.js';

type Deleted = { readonly id: string; readonly content: DeletedPlaylist };

// The next draft gets the number of one that is discarded: a playlist that comes back has no place in it.
export async function forgetGaps(
  db: Queryable,
  merchantId: MerchantId,
  { lineageId, newest }: CampaignFacts,
  deleted: readonly Deleted[],
): Promise<void> {
  for (const { id, content } of deleted) {
    const gaps = content.gaps.filter((gap) => gap.lineageId !== lineageId || gap.version !== newest.version);
    await updateDeletedPlaylist(db, merchantId, id, { ...content, gaps });
  }
}
