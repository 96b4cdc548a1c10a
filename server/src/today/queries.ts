import type { Today } from '@vitrine/contract/today';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

type Span = { readonly from: string; readonly to: string };

// One that was rotated or revoked is meant to end.
export function selectEndingTokens(db: Queryable, merchantId: MerchantId, { from, to }: Span) {
  return db.rows<Today['tokens'][number]>(sql`
    select id, name, last_four as "lastFour", expires_at as "expiresAt" from tokens
    where merchant_id = ${merchantId} and revoked_at is null and rotated_at is null
      and expires_at > ${from} and expires_at <= ${to}
    order by expires_at, id
    limit 20`);
}

export async function selectFirstSteps(db: Queryable, merchantId: MerchantId): Promise<Today['firstSteps']> {
  const row = await db.row<Today['firstSteps']>(sql`
    select
      exists (select from media where merchant_id = ${merchantId} and state = 'ready') as media,
      exists (select from playlist_items where merchant_id = ${merchantId}) as playlist,
      exists (select from campaigns where merchant_id = ${merchantId}) as campaign,
      exists (
        select from campaign_versions where merchant_id = ${merchantId} and published_at is not null) as published,
      exists (select from screens where merchant_id = ${merchantId}) as screen`);
  return row ?? { media: false, playlist: false, campaign: false, published: false, screen: false };
}
