import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import { endpointQuery } from '../api/endpoint-query.js';

// The answer of a change is the campaign as it is now; what follows from it is read again.
export function useKeepCampaign(): (campaign: ConsoleCampaign) => void {
  const queries = useQueryClient();
  return (campaign) => {
    const params = { lineageId: campaign.lineageId };
    queries.setQueryData(endpointQuery('getConsoleCampaign', { params }).queryKey, campaign);
    for (const name of [
      'listConsoleCampaigns',
      'listCampaignVersions',
      'previewPublish',
      'getConsolePlaylist',
      'getConsoleMedia',
      'listConsoleTags',
    ]) {
      void queries.invalidateQueries({ queryKey: [name] });
    }
  };
}
