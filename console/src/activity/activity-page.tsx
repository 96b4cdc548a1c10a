import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { saveFile } from '../ui/save-file.js';
import { ActivityFilters } from './activity-filters.js';
import { ActivityList } from './activity-list.js';
import type { ActivitySearch } from './activity-search.js';

const route = getRouteApi('/shell/activity');

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
      <ActivityList search={search} onClear={() => void navigate({ search: {} })} />
    </>
  );
}

function ExportButton({ search }: { readonly search: ActivitySearch }): ReactNode {
  const exporting = useMutation({
    mutationFn: () => call('exportActivity', { query: search }),
    onSuccess: (file) => saveFile(file, 'activity.csv'),
    onError: (failure) => notifyFailure(failure, 'The file could not be made'),
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
