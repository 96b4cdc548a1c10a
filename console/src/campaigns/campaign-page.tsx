import { Alert, Stack } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { CampaignStatusBadge } from '../ui/status-badge.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingPage } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { CampaignActions } from './campaign-actions.js';
import './campaigns.css';
import { LivePreview, Versions } from './live-and-versions.js';
import { SettingsForm } from './settings-form.js';

const route = getRouteApi('/shell/campaigns/$lineageId');

export function CampaignPage(): ReactNode {
  const params = route.useParams();
  const query = useQuery(endpointQuery('getConsoleCampaign', { params }));
  return (
    <Loaded query={query} what="The campaign" heading="Campaign" loading={<LoadingPage />}>
      {(campaign) => <CampaignDetail key={params.lineageId} campaign={campaign} />}
    </Loaded>
  );
}

type Props = { readonly campaign: ConsoleCampaign };

const CampaignDetail = ({ campaign }: Props): ReactNode => (
  <>
    <PageHeader
      title={campaign.name}
      description={<CampaignStatusBadge status={campaign.status} />}
      actions={<CampaignActions campaign={campaign} />}
    />
    <Notice campaign={campaign} />
    <div className="two-columns campaign-columns">
      <SettingsForm campaign={campaign} />
      <Stack>
        <LivePreview campaign={campaign} />
        <Versions lineageId={campaign.lineageId} />
      </Stack>
    </div>
  </>
);

// What the person should know before anything else.
function Notice({ campaign: { archived, live, draft } }: Props): ReactNode {
  if (archived) {
    return (
      <Alert mb="lg" color="gray" icon={<IconArchive aria-hidden />} title="Archived">
        It is out of the lists and cannot be changed. Restore it to work with it again.
      </Alert>
    );
  }
  if (live === null || draft === null) return null;
  return (
    <Alert mb="lg" color="yellow" icon={<IconPencil aria-hidden />} title="Changes not published">
      Screens play version {live.version}. What you change below is version {draft.version}, and reaches them when you
      publish it.
    </Alert>
  );
}
