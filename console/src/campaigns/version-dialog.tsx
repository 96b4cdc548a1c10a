import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CampaignVersion } from '@vitrine/contract/campaign-versions';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { flightWords } from '../ui/flight-words.js';
import { countItems } from '../ui/format-length.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { PlayPreview } from '../ui/play-preview.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';
import { ContentChangesList } from './content-changes.js';
import { useCampaignSaved } from './use-campaign-saved.js';
import type { CampaignSettings } from './use-campaign-settings.js';

type Props = {
  readonly version: number;
  readonly campaign: ConsoleCampaign;
  readonly settings: CampaignSettings;
  readonly onClose: () => void;
};

// What a version played, what has changed since, and the way back to it.
export function VersionDialog({ version, campaign, settings, onClose }: Props): ReactNode {
  const params = { lineageId: campaign.lineageId };
  const query = useQuery(endpointQuery('getCampaignVersion', { params, query: { version } }));
  return (
    <Modal opened onClose={onClose} title={`Version ${version} of ${campaign.name}`} size="lg">
      <Loaded query={query} what="The version" loading={<LoadingRows count={3} />}>
        {(shown) => <Version version={shown} campaign={campaign} settings={settings} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

type VersionProps = Omit<Props, 'version'> & { readonly version: CampaignVersion };

function Version({ version, campaign, settings, onClose }: VersionProps): ReactNode {
  const onBroken = useRefreshBroken('getCampaignVersion');
  const bringBack = useBringBack(version.version, campaign, settings, onClose);
  return (
    <Stack>
      <PlayPreview {...version} onBroken={onBroken} />
      <Text size="sm">
        <b>When:</b> {flightWords(version.flight)}
      </Text>
      {version.isLive && <Text size="sm">This is what is live.</Text>}
      <SinceThen today={version.today} flight={version.flight} />
      <Warnings version={version} />
      {bringBack.isError && <ErrorNotice failure={bringBack.error} title="It was not brought back" />}
      <Group justify="flex-end" className="dialog-foot">
        <Button variant="default" onClick={onClose} disabled={bringBack.isPending}>
          Close
        </Button>
        {!campaign.archived && (!version.isLive || campaign.draft !== null) && (
          <Button loading={bringBack.isPending} onClick={() => bringBack.mutate()}>
            Bring it back as a draft
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const COMPARED = { live: 'what is live', draft: 'what you are working on' } as const;

type SinceProps = Pick<CampaignVersion, 'today' | 'flight'>;

function SinceThen({ today, flight }: SinceProps): ReactNode {
  if (today === null) return null;
  const { landscape, portrait } = today;
  return (
    <Stack gap="xs" component="section" aria-label="Since then">
      <Text fw={600}>
        From this to {COMPARED[today.what]}, version {today.version}
      </Text>
      {flightWords(today.flight) !== flightWords(flight) && (
        <Text size="sm">The dates are now {flightWords(today.flight)}.</Text>
      )}
      <ContentChangesList
        title={portrait === null ? 'On all screens' : 'On landscape screens'}
        changes={landscape}
        after="Now"
      />
      {portrait !== null && <ContentChangesList title="On portrait screens" changes={portrait} after="Now" />}
    </Stack>
  );
}

function Warnings({
  version: { missing, bringsBackFlight, isLive },
}: {
  readonly version: CampaignVersion;
}): ReactNode {
  if (isLive || (missing === 0 && bringsBackFlight)) return null;
  return (
    <Alert color="yellow" title="Not all of it comes back">
      {missing > 0 && <Text size="sm">{countItems(missing)} of it are no longer in the library.</Text>}
      {!bringsBackFlight && <Text size="sm">Its dates are over: the dates of today stay.</Text>}
    </Alert>
  );
}

function useBringBack(version: number, campaign: ConsoleCampaign, { saveFirst }: CampaignSettings, onDone: () => void) {
  const onSaved = useCampaignSaved();
  return useMutation({
    mutationFn: async () => {
      const { revision } = await saveFirst();
      const params = { lineageId: campaign.lineageId };
      return call('bringBackVersion', { params, body: { revision, version } });
    },
    onSuccess: (after) => {
      onSaved(after);
      notifyDone(`Version ${version} is back as a draft. Publish it to bring it to screens.`);
      onDone();
    },
  });
}
