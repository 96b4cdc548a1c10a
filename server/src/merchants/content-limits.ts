import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import { unprocessable } from '../errors.js';
import type { MerchantId } from '../ids.js';

export type ContentLimits = {
  readonly maxPlaylists: number;
  readonly maxPlaylistItems: number;
  readonly maxCampaigns: number;
  readonly maxTags: number;
};

export type LimitedContent = 'playlists' | 'playlist items' | 'campaigns' | 'tags';

/**
 * Throws 422 when the merchant has more than a limit allows, the trash included. Call it only after adding something, so
 * that a merchant over a limit can still edit and delete, and while holding a lock that every other writer of this content
 * takes too, so that two writers cannot both take the last place.
 */
export async function requireContentRoom(
  db: Queryable,
  merchantId: MerchantId,
  limits: ContentLimits,
  added: readonly LimitedContent[],
): Promise<void> {
  for (const content of added) {
    const row = await db.row<{ kept: number; trashed: number }>(countOf[content](merchantId));
    const { kept = 0, trashed = 0 } = row ?? {};
    const max = limitOf(limits, content);
    if (kept + trashed > max) {
      const inTrash = trashed === 0 ? '' : `, ${written(trashed)} of them in the trash`;
      throw unprocessable(
        `A merchant can have ${written(max)} ${content}, and this would make ${written(kept + trashed)}${inTrash}. Delete what you no longer need and empty the trash, or ask the operator to raise the limit.`,
      );
    }
  }
}

const written = (count: number): string => count.toLocaleString('en-US');

function limitOf(limits: ContentLimits, content: LimitedContent): number {
  if (content === 'playlists') return limits.maxPlaylists;
  if (content === 'playlist items') return limits.maxPlaylistItems;
  return content === 'campaigns' ? limits.maxCampaigns : limits.maxTags;
}

const countOf: Readonly<Record<LimitedContent, (merchantId: MerchantId) => Statement>> = {
  playlists: (merchantId) => sql`
    select
      (select count(*)::integer from playlists where merchant_id = ${merchantId}) as kept,
      (select count(*)::integer from deleted_content where merchant_id = ${merchantId} and kind = 'playlist') as trashed`,
  'playlist items': (merchantId) => sql`
    select
      (select count(*)::integer from playlist_items where merchant_id = ${merchantId}) as kept,
      (select coalesce(sum(item_count), 0)::integer from deleted_content where merchant_id = ${merchantId}) as trashed`,
  campaigns: (merchantId) => sql`
    select
      (select count(*)::integer from campaigns where merchant_id = ${merchantId}) as kept,
      (select count(*)::integer from deleted_content where merchant_id = ${merchantId} and kind = 'campaign') as trashed`,
  tags: (merchantId) => sql`
    select
      (select count(*)::integer from tags where merchant_id = ${merchantId}) as kept,
      (select count(*)::integer from deleted_tags where merchant_id = ${merchantId}) as trashed`,
};
