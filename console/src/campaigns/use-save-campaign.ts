import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UpdateCampaignRequest } from '@vitrine/contract/console/campaigns';
import { call } from '../api/call.js';
import { isChangedMeanwhile } from '../ui/changed-meanwhile.js';
import { useKeepCampaign } from './use-keep-campaign.js';

export function useSaveCampaign(lineageId: string, onSaved: () => void) {
  const queries = useQueryClient();
  const keep = useKeepCampaign();
  return useMutation({
    mutationFn: (body: UpdateCampaignRequest) => call('updateCampaign', { params: { lineageId }, body }),
    onSuccess: (campaign) => {
      keep(campaign);
      onSaved();
    },
    // The other's words are read, so that they can be shown beside one's own.
    onError: (thrown) =>
      isChangedMeanwhile(thrown) ? queries.invalidateQueries({ queryKey: ['getConsoleCampaign'] }) : undefined,
  });
}
