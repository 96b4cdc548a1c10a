import { Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarMonth, IconSpeakerphone } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { CampaignCounts, CampaignSummary, CampaignSummaryPage } from '@vitrine/contract/campaigns';
import { CAMPAIGN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useMemo, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useTimeZone } from '../api/merchant.js';
import { CreateButton } from '../ui/create-button.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { flightWords } from '../ui/flight-words.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { Quiet } from '../ui/quiet.js';
import { SearchField } from '../ui/search-field.js';
import { CampaignStatusBadge, ChangesBadge } from '../ui/status-badge.js';
import { TagFilter } from '../ui/tag-filter.js';
import { parseTagIds } from '../ui/tag-ids.js';
import { parseCampaignsSearch, TABS, type CampaignsSearch, type Shown } from './campaigns-search.js';
import '../ui/filter-tabs.css';
import './campaigns.css';
import { hasChanges } from './has-changes.js';
import { TimeAxis, TimeBar, toTimeWindow, type TimeWindow } from './time-line.js';
import { useCampaignSaved } from './use-campaign-saved.js';

const route = getRouteApi('/shell/campaigns');

export function CampaignsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (changes: CampaignsSearch): void =>
    void navigate({ search: parseCampaignsSearch({ ...search, ...changes }), replace: true });
  const { data } = useInfiniteQuery({ ...campaignsQuery(search), placeholderData: keepPreviousData });
  const counts = data?.pages[0]?.counts ?? undefined;
  const isSearched = search.q !== undefined || search.tag !== undefined;
  // Nothing to look for, and nothing to choose from.
  const isEmpty = !isSearched && counts !== undefined && Object.values(counts).every((count) => count === 0);
  return (
    <>
      <PageHeader
        title="Campaigns"
        description={
          <>
            What your screens show, and from when until when.{' '}
            <LinkAnchor to="/calendar" size="sm" underline="always" hiddenFrom="sm" mr="xs">
              Calendar
            </LinkAnchor>
            <LinkAnchor to="/trash" size="sm" underline="always">
              Trash
            </LinkAnchor>
          </>
        }
        actions={
          <>
            {/* On a phone it stands below, so that the heading keeps to one line. */}
            <LinkButton
              to="/calendar"
              variant="default"
              visibleFrom="sm"
              leftSection={<IconCalendarMonth size={18} aria-hidden />}
            >
              Calendar
            </LinkButton>
            <NewCampaign />
          </>
        }
      />
      {!isEmpty && (
        <Stack gap="sm" mb="md">
          <SimpleGrid role="search" cols={2} spacing="sm">
            <SearchField
              label="Search the campaigns"
              placeholder="Search by name"
              value={search.q ?? ''}
              onChange={(q) => go({ q })}
            />
            <TagFilter value={parseTagIds(search.tag)} onChange={(ids) => go({ tag: ids.join(',') })} />
          </SimpleGrid>
          <CampaignTabs search={search} counts={counts} />
        </Stack>
      )}
      <CampaignList
        search={search}
        empty={
          <Nothing search={isEmpty ? {} : search} onClear={() => go({ q: '', show: undefined, tag: undefined })} />
        }
      />
    </>
  );
}

type TabsProps = { readonly search: CampaignsSearch; readonly counts: CampaignCounts | undefined };

// How many there are of each kind, with the words and the tags that are looked for.
function CampaignTabs({ search, counts }: TabsProps): ReactNode {
  return (
    <nav aria-label="Which campaigns" className="filter-tabs">
      {TABS.map((tab) => (
        <Link
          key={tab.label}
          to="/campaigns"
          search={{ ...search, show: tab.show }}
          replace
          className="filter-tab"
          // «All» is a part of every other address: it is the one without anything.
          activeOptions={{ exact: true, explicitUndefined: true }}
          data-current={tab.show === search.show}
          aria-current={tab.show === search.show ? 'page' : undefined}
        >
          {tab.label} <span className="figures">{counts && countOf(counts, tab.show)}</span>
        </Link>
      ))}
    </nav>
  );
}

function countOf(counts: CampaignCounts, show: Shown | undefined): number {
  if (show !== undefined) return counts[show];
  const { archived: _, ...listed } = counts;
  return Object.values(listed).reduce((sum, count) => sum + count, 0);
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
      list="listConsoleCampaigns"
      placeholder="Summer sale"
      maxLength={CAMPAIGN_NAME_CHARACTERS_MAX}
      onCreate={create}
    />
  );
}

type NothingProps = { readonly search: CampaignsSearch; readonly onClear: () => void };

const NONE: Readonly<Record<Shown, readonly [title: string, words: string]>> = {
  running: ['Nothing is running', 'A campaign runs from its start, or from when it is published, until its end.'],
  upcoming: ['Nothing is coming up', 'A campaign that is published with a start in the future waits here for it.'],
  draft: ['No drafts', 'A campaign that was never published is a draft. Screens know nothing of it.'],
  ended: ['Nothing has ended', 'A campaign whose time is over stands here until you archive it.'],
  withdrawn: ['Nothing is withdrawn', 'A campaign that you take off the screens before its end stands here.'],
  archived: ['Nothing is archived', 'A campaign that is over can be archived, so that it is out of the way.'],
};

function Nothing({ search, onClear }: NothingProps): ReactNode {
  if (search.q !== undefined) {
    return <NothingFound onClear={onClear}>No campaign of these has “{search.q}” in its name.</NothingFound>;
  }
  if (search.tag !== undefined) {
    return <NothingFound onClear={onClear}>No campaign of these carries all of these tags.</NothingFound>;
  }
  if (search.show !== undefined) {
    const [title, words] = NONE[search.show];
    return (
      <EmptyState icon={IconSpeakerphone} title={title}>
        {words}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconSpeakerphone} title="No campaign yet" action={<NewCampaign />}>
      A campaign brings a playlist to your screens, for a time that you choose. Nothing is shown before you publish it.
    </EmptyState>
  );
}

type ListProps = { readonly search: CampaignsSearch; readonly empty: ReactNode };

const campaignsQuery = ({ q, show, tag }: CampaignsSearch) => {
  const filter = show === 'archived' ? { archived: 'true' as const } : { ...(show !== undefined && { status: show }) };
  const query = { ...(q !== undefined && { q }), ...(tag !== undefined && { tag: parseTagIds(tag) }), ...filter };
  return pagesQuery<CampaignSummary, CampaignSummaryPage>(['listConsoleCampaigns', query], (start, signal) =>
    call('listConsoleCampaigns', { query: { ...query, ...start } }, signal),
  );
};

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
      <div className="campaign-axis">
        <TimeAxis window={window} />
      </div>
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
    <Link to="/campaigns/$lineageId" params={{ lineageId: campaign.lineageId }} className="line-link campaign-line">
      <div className="campaign-name">
        <Text fw={600} truncate miw={0}>
          {campaign.name}
        </Text>
        {campaign.tags.length > 0 && <Quiet truncate>{campaign.tags.map(({ name }) => name).join(', ')}</Quiet>}
      </div>
      <div className="campaign-when">
        <VisuallyHidden>{flightWords(campaign.flight)}</VisuallyHidden>
        <TimeBar flight={campaign.flight} status={campaign.status} window={window} />
      </div>
      <Group gap="xs" className="campaign-badges">
        {hasChanges(campaign) && <ChangesBadge />}
        <CampaignStatusBadge status={campaign.status} />
      </Group>
    </Link>
  </li>
);
