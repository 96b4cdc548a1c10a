import type { CampaignVersions } from '@vitrine/contract/console/campaigns';
import type { Db } from '../db/db.js';
import type { LineageId, MerchantId } from '../ids.js';
import { requireFacts, toVersion } from './campaign-facts.js';
import { toShownVersion } from './get-campaign.js';
import { selectVersions } from './queries.js';

export async function listCampaignVersions(
  db: Db,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignVersions> {
  const { live } = await requireFacts(db, merchantId, lineageId);
  const rows = await selectVersions(db, merchantId, lineageId);
  const items = rows.map((row) => {
    const version = toVersion(row);
    return {
      ...toShownVersion(version),
      isLive: version.version === live?.version,
      publishedAt: version.publishedAt,
      publishedBy: version.publishedBy,
      itemCount: row.item_count,
    };
  });
  return { items };
}
