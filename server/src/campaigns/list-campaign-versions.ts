import type { CampaignVersions } from '@vitrine/contract/console/campaigns';
import type { Db } from '../db/db.js';
import type { LineageId, MerchantId } from '../ids.js';
import { requireState, toVersion } from './campaign-state.js';
import { selectVersions } from './console-queries.js';
import { toSettings } from './get-console-campaign.js';

export async function listCampaignVersions(
  db: Db,
  merchantId: MerchantId,
  lineageId: LineageId,
): Promise<CampaignVersions> {
  const { live } = await requireState(db, merchantId, lineageId);
  const rows = await selectVersions(db, merchantId, lineageId);
  const items = rows.map((row) => {
    const version = toVersion(row);
    return {
      ...toSettings(version),
      isLive: version.version === live?.version,
      publishedAt: version.publishedAt,
      publishedBy: version.publishedBy,
      itemCount: row.item_count,
    };
  });
  return { items };
}
