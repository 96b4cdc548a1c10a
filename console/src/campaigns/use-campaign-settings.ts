import type { ConsoleCampaign, UpdateCampaignRequest } from '@vitrine/contract/campaigns';
import { call } from '../api/call.js';
import { flightFault } from '../ui/flight-words.js';
import { useDraft, useSaving, type Draft } from '../ui/use-draft.js';
import { useCampaignSaved } from './use-campaign-saved.js';

export type Settings = Required<Omit<UpdateCampaignRequest, 'revision'>>;

export const toSettings = ({ name, latest, tags }: ConsoleCampaign): Settings => ({
  name,
  flight: latest.flight,
  landscapePlaylistId: latest.landscapePlaylist?.id ?? null,
  portraitPlaylistId: latest.portraitPlaylist?.id ?? null,
  tags: tags.map((tag) => tag.name),
});

// What an earlier page left in this browser; a field that it did not know is as it is stored.
const parseKept = (packed: unknown, campaign: ConsoleCampaign): Settings | undefined =>
  typeof packed === 'object' && packed !== null
    ? { ...toSettings(campaign), ...(packed as Partial<Settings>) }
    : undefined;

export type CampaignSettings = {
  readonly draft: Draft<Settings, Settings, ConsoleCampaign>;
  readonly canSave: boolean;
  // The campaign with everything that stands on the page: what is typed is saved before anything else is done with it, so
  // that what is published, withdrawn or copied is what the person sees, and nobody is taken for somebody else.
  readonly saveFirst: () => Promise<ConsoleCampaign>;
};

export function useCampaignSettings(campaign: ConsoleCampaign): CampaignSettings {
  const params = { lineageId: campaign.lineageId };
  const saving = useSaving(
    'getConsoleCampaign',
    (body: UpdateCampaignRequest) => call('updateCampaign', { params, body }),
    useCampaignSaved(),
  );
  const draft = useDraft({
    item: campaign,
    toDraft: toSettings,
    toBody: (settings) => ({ ...settings, name: settings.name.trim() }),
    saving,
    // A name alone is no reason for a new version.
    sendsChangesOnly: true,
    keptAs: `campaign ${campaign.lineageId}`,
    unpack: parseKept,
  });
  const canSave = draft.value.name.trim() !== '' && flightFault(draft.value.flight) === undefined;
  return { draft, canSave, saveFirst: draft.saveFirst };
}
