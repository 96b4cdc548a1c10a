import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { EmptyState, NothingFound } from '../ui/empty-state.js';
import { LineList } from '../ui/line-list.js';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { saveFile } from '../ui/save-file.js';
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
        actions={<ExportButton search={search} />}
      />
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

function ExportButton({ search }: { readonly search: ActivitySearch }): ReactNode {
  const exporting = useMutation({
    mutationFn: () => call('exportActivity', { query: search }),
    onSuccess: (file) => saveFile(file, 'activity.csv'),
    onError: (failure) => notifyFailure(failure, 'The file could not be created'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      Export as CSV
    </Button>
  );
}
