import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { CampaignSummary } from '@vitrine/contract/campaigns';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useMemo, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useTimeZone } from '../api/merchant.js';
import { CreateButton } from '../ui/create-button.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { LineList } from '../ui/line-list.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { CampaignStatusBadge, StatusBadge } from '../ui/status-badge.js';
import type { CampaignsSearch } from './campaigns-search.js';
import './campaigns.css';
import { flightWords } from './flight-fields.js';
import { TimeAxis, TimeBar, toTimeWindow, type TimeWindow } from './time-line.js';
import { useCampaignSaved } from './use-campaign-saved.js';

const route = getRouteApi('/shell/campaigns');

export function CampaignsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: CampaignsSearch): void => void navigate({ search: next, replace: true });
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="What your screens show, and from when until when."
        actions={<NewCampaign />}
      />
      <Group mb="lg" align="flex-end">
        <div className="campaigns-search">
          <SearchField
            label="Search the campaigns"
            placeholder="Search by name"
            value={search.q ?? ''}
            onChange={(text) => go({ ...(search.archived && { archived: true }), ...(text !== '' && { q: text }) })}
          />
        </div>
        <SegmentedControl
          aria-label="Which campaigns"
          data={[
            { value: 'current', label: 'Current' },
            { value: 'archived', label: 'Archived' },
          ]}
          value={search.archived === true ? 'archived' : 'current'}
          onChange={(which) => go({ ...search, archived: which === 'archived' ? true : undefined })}
        />
      </Group>
      <CampaignList search={search} empty={<Nothing search={search} onClear={() => go({})} />} />
    </>
  );
}

function NewCampaign(): ReactNode {
  const navigate = useNavigate();
  const onSaved = useCampaignSaved();
  const create = async (lineageId: string, name: string): Promise<void> => {
    onSaved(await call('createCampaign', { body: { lineageId, name } }));
    await navigate({ to: '/campaigns/$lineageId', params: { lineageId } });
  };
  return (
    <CreateButton
      noun="campaign"
      placeholder="Summer sale"
      maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
      onCreate={create}
    />
  );
}

type NothingProps = { readonly search: CampaignsSearch; readonly onClear: () => void };

function Nothing({ search, onClear }: NothingProps): ReactNode {
  if (search.q !== undefined) {
    return <NothingFound onClear={onClear}>No campaign has «{search.q}» in its name.</NothingFound>;
  }
  if (search.archived === true) {
    return (
      <EmptyState icon={IconCalendarEvent} title="Nothing is archived">
        A campaign that is over can be archived, so that it is out of the way.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconCalendarEvent} title="No campaign yet" action={<NewCampaign />}>
      A campaign brings a playlist to your screens, for a time that you choose. Nothing is shown before you publish it.
    </EmptyState>
  );
}

type ListProps = { readonly search: CampaignsSearch; readonly empty: ReactNode };

const campaignsQuery = ({ q, archived }: CampaignsSearch) =>
  pagesQuery(['listConsoleCampaigns', { q, archived }], (start, signal) => {
    const query = { ...(q !== undefined && { q }), ...(archived === true && { archived: 'true' as const }), ...start };
    return call('listConsoleCampaigns', { query }, signal);
  });

const CampaignList = ({ search, empty }: ListProps): ReactNode => (
  <PagedList query={campaignsQuery(search)} what="The campaigns" empty={empty}>
    {(campaigns) => <Campaigns campaigns={campaigns} />}
  </PagedList>
);

function Campaigns({ campaigns }: { readonly campaigns: readonly CampaignSummary[] }): ReactNode {
  const timeZone = useTimeZone();
  const window = useMemo(() => toTimeWindow(campaigns, timeZone), [campaigns, timeZone]);
  return (
    <>
      <TimeAxis window={window} />
      <LineList label="Campaigns">
        {campaigns.map((campaign) => (
          <CampaignLine key={campaign.lineageId} campaign={campaign} window={window} />
        ))}
      </LineList>
    </>
  );
}

type LineProps = { readonly campaign: CampaignSummary; readonly window: TimeWindow };

const CampaignLine = ({ campaign, window }: LineProps): ReactNode => (
  <li>
    <Link to="/campaigns/$lineageId" params={{ lineageId: campaign.lineageId }} className="line-link">
      <Group justify="space-between" gap="xs">
        <Text fw={600} truncate miw={0}>
          {campaign.name}
        </Text>
        <Group gap="xs">
          {campaign.liveVersion !== null && campaign.draftVersion !== null && (
            <StatusBadge tone="warning">Changes not published</StatusBadge>
          )}
          <CampaignStatusBadge status={campaign.status} />
        </Group>
      </Group>
      <Quiet>
        {flightWords(campaign.flight)}
        {campaign.tags.length > 0 && ` · ${campaign.tags.map(({ name }) => name).join(', ')}`}
      </Quiet>
      <TimeBar flight={campaign.flight} status={campaign.status} window={window} />
    </Link>
  </li>
);
