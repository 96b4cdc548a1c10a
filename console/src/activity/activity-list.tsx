import { Button, Center } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LineList } from '../ui/line-list.js';
import { LoadingRows } from '../ui/loading.js';
import { ActivityRow } from './activity-row.js';
import type { ActivitySearch } from './activity-search.js';

type Props = { readonly search: ActivitySearch; readonly onClear: () => void };

function useActivity(search: ActivitySearch) {
  return useInfiniteQuery({
    queryKey: ['listActivity', search],
    queryFn: ({ pageParam, signal }) =>
      call('listActivity', { query: { ...search, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

const FIRST: string | undefined = undefined;

export function ActivityList({ search, onClear }: Props): ReactNode {
  const activity = useActivity(search);
  if (activity.isPending) return <LoadingRows />;
  if (activity.isError) {
    return (
      <ErrorNotice
        failure={activity.error}
        title="The activity could not be loaded"
        onRetry={() => void activity.refetch()}
      />
    );
  }
  const items = activity.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NothingYet isFiltered={Object.keys(search).length > 0} onClear={onClear} />;
  return (
    <>
      <LineList label="Activity">
        {items.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </LineList>
      {activity.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
            Show older
          </Button>
        </Center>
      )}
    </>
  );
}

const NothingYet = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode =>
  isFiltered ? (
    <EmptyState
      icon={IconHistory}
      title="Nothing matches"
      action={
        <Button variant="default" onClick={onClear}>
          Show everything
        </Button>
      }
    >
      Nobody did that in this time.
    </EmptyState>
  ) : (
    <EmptyState icon={IconHistory} title="Nothing has happened yet">
      Uploads, published campaigns, new tokens and everything else that changes something will be listed here.
    </EmptyState>
  );
