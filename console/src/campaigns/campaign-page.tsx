import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { CampaignStatusBadge } from '../ui/campaign-status-badge.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingPage } from '../ui/loading.js';
import { PageHeader } from '../ui/page-header.js';
import { CampaignActions } from './campaign-actions.js';
import { CampaignNotices } from './campaign-notices.js';
import './campaigns.css';
import { LivePreview } from './live-preview.js';
import { SettingsForm } from './settings-form.js';
import { Versions } from './versions.js';

const route = getRouteApi('/shell/campaigns/$lineageId');

export function CampaignPage(): ReactNode {
  const params = route.useParams();
  const campaign = useQuery(endpointQuery('getConsoleCampaign', { params }));
  if (campaign.isPending) return <LoadingPage />;
  if (campaign.data === undefined) {
    return (
      <>
        <PageHeader title="Campaign" />
        <ErrorNotice
          failure={campaign.error}
          title="The campaign could not be loaded"
          onRetry={() => void campaign.refetch()}
        />
      </>
    );
  }
  return <CampaignDetail key={params.lineageId} campaign={campaign.data} />;
}

const CampaignDetail = ({ campaign }: { readonly campaign: ConsoleCampaign }): ReactNode => (
  <>
    <PageHeader
      title={campaign.name}
      description={<CampaignStatusBadge status={campaign.status} />}
      actions={<CampaignActions campaign={campaign} />}
    />
    <CampaignNotices campaign={campaign} />
    <div className="campaign-columns">
      <SettingsForm campaign={campaign} />
      <Stack>
        <LivePreview campaign={campaign} />
        <Versions lineageId={campaign.lineageId} />
      </Stack>
    </div>
  </>
);
