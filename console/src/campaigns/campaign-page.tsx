import { Alert, Group } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { BackLink } from '../ui/back-link.js';
import { CampaignStatusBadge, ChangesBadge } from '../ui/status-badge.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingPage } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { CampaignActions } from './campaign-actions.js';
import './campaigns.css';
import { hasChanges } from './has-changes.js';
import { LivePreview, Versions } from './live-and-versions.js';
import { PlaysSection } from './plays-section.js';
import { SettingsForm } from './settings-form.js';
import { useCampaignSettings } from './use-campaign-settings.js';

const route = getRouteApi('/shell/campaigns/$lineageId');

const WAY_BACK = { to: '/campaigns', label: 'Go to the campaigns' } as const;

export function CampaignPage(): ReactNode {
  const params = route.useParams();
  const query = useQuery(endpointQuery('getConsoleCampaign', { params }));
  return (
    <Loaded query={query} what="The campaign" heading="Campaign" way={WAY_BACK} loading={<LoadingPage />}>
      {(campaign) => <CampaignDetail key={params.lineageId} campaign={campaign} />}
    </Loaded>
  );
}

type Props = { readonly campaign: ConsoleCampaign };

function CampaignDetail({ campaign }: Props): ReactNode {
  const settings = useCampaignSettings(campaign);
  return (
    <>
      <BackLink to="/campaigns">Campaigns</BackLink>
      <PageHeader
        title={campaign.name}
        description={
          <Group gap="xs">
            <CampaignStatusBadge status={campaign.status} />
            {hasChanges(campaign) && <ChangesBadge />}
          </Group>
        }
        actions={<CampaignActions campaign={campaign} settings={settings} />}
      />
      <Notice campaign={campaign} />
      {/* What screens play comes first, on a phone and for who listens. */}
      <div className="campaign-columns">
        <div className="campaign-live">
          <LivePreview campaign={campaign} />
        </div>
        <SettingsForm campaign={campaign} settings={settings} />
        <div className="campaign-beside">
          <Versions campaign={campaign} settings={settings} />
          <PlaysSection campaign={campaign} />
        </div>
      </div>
    </>
  );
}

// What the person should know before anything else.
function Notice({ campaign }: Props): ReactNode {
  const { archived, live, draft } = campaign;
  if (archived) {
    return (
      <Alert mb="lg" color="gray" icon={<IconArchive aria-hidden />} title="Archived">
        It is out of the lists and cannot be changed. Restore it to work with it again, or copy it.
      </Alert>
    );
  }
  if (live === null || !hasChanges(campaign)) return null;
  return (
    <Alert mb="lg" color="yellow" icon={<IconPencil aria-hidden />} title="Changes not published">
      {draft === null
        ? `A playlist was changed after version ${live.version} was published. Screens keep playing what was published until you publish again.`
        : `Screens play version ${live.version}. What you change below is version ${draft.version}, and reaches them when you publish it.`}
    </Alert>
  );
}
