import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { endpointQuery } from '../api/endpoint-query.js';

const FOLLOWING = [
  'listConsoleCampaigns',
  'listCampaignVersions',
  'previewPublish',
  'getConsolePlaylist',
  'listConsolePlaylists',
  'getConsoleMedia',
  'listConsoleTags',
  'getCalendar',
  'getScreensAt',
  'getToday',
] as const;

// The answer of a change is the campaign as it is now; what follows from it is read again.
export function useCampaignSaved(): (campaign: ConsoleCampaign) => void {
  const queryClient = useQueryClient();
  return (campaign) => {
    const params = { lineageId: campaign.lineageId };
    queryClient.setQueryData(endpointQuery('getConsoleCampaign', { params }).queryKey, campaign);
    for (const name of FOLLOWING) void queryClient.invalidateQueries({ queryKey: [name] });
  };
}
