import { Group, Text } from '@mantine/core';
import { IconHistory, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Activity } from '@vitrine/contract/activity';
import { subjectOf } from '@vitrine/contract/activity-details';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { ExportButton } from '../ui/export-button.js';
import { LineList } from '../ui/line-list.js';
import { LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { ActivityFilters } from './activity-filters.js';
import { ActivityGroupRow } from './activity-row.js';
import type { ActivitySearch } from './activity-search.js';
import { groupEntries } from './group-entries.js';

const route = getRouteApi('/shell/activity');

const activityQuery = (search: ActivitySearch) =>
  pagesQuery(['listActivity', search], (start, signal) =>
    call('listActivity', { query: { ...search, ...start } }, signal),
  );

export function ActivityPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title="Activity"
        description="Who, or which token, did what and when."
        actions={<ExportButton read={() => call('exportActivity', { query: search })} fileName="activity.csv" />}
      />
      {search.object !== undefined && <OneThing search={search} />}
      <ActivityFilters search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
      <PagedList
        query={activityQuery(search)}
        what="The activity"
        empty={
          Object.keys(search).length > 0 ? (
            <NothingFound onClear={() => void navigate({ search: {} })}>Nobody did that in this time.</NothingFound>
          ) : (
            <EmptyState icon={IconHistory} title="Nothing has happened yet">
              Uploads, published campaigns, new tokens and everything else that changes something will be listed here.
            </EmptyState>
          )
        }
      >
        {(entries) => (
          <LineList label="Activity">
            {groupEntries(entries).map((group) => (
              <ActivityGroupRow key={group[0].id} group={group} />
            ))}
          </LineList>
        )}
      </PagedList>
    </>
  );
}

// Which one it is about, by its newest name: also of what is gone.
function OneThing({ search }: { readonly search: ActivitySearch }): ReactNode {
  const { object: id, ...others } = search;
  const { data } = useInfiniteQuery(activityQuery(search));
  const named = data?.pages.flatMap(({ items }) => items).find(({ details }) => isOf(details, id));
  const name = named && subjectOf(named.details);
  return (
    <Group gap="sm" mb="md">
      <Text fw={600}>{name === undefined ? 'What happened to one thing' : `What happened to “${name}”`}</Text>
      <LinkButton
        to="/activity"
        search={others}
        variant="default"
        size="compact-sm"
        leftSection={<IconX size={14} aria-hidden />}
      >
        Show everything
      </LinkButton>
    </Group>
  );
}

// Not one of those that it was changed together with.
const isOf = (details: Activity['details'], id: string | undefined): boolean =>
  Object.entries(details).some(([key, value]) => OWN_ID.test(key) && value === id);

const OWN_ID = /^(?:media|playlist|lineage|tag|token|person|screen|webhook|key)Id$/;
