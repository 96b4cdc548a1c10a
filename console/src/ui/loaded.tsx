import type { ReactNode } from 'react';
import { NotFoundError } from '@vitrine/client';
import { DeadEnd, type Way } from './dead-end.js';
import { ErrorNotice } from './error-notice.js';
import { LoadingRows } from './loading.js';
import { PageHeader } from './page-header.js';

type Props<Data> = {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  // "The campaign", for a failure.
  readonly what: string;
  // Where the page has no heading before its content is there: the one above a failure.
  readonly heading?: string;
  // Where to go when it is not there.
  readonly way?: Way;
  readonly loading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

// What was read, or that it is being read, or that it could not be. What is there stays when reading it again fails.
export function Loaded<Data>(props: Props<Data>): ReactNode {
  const { query, what, heading, way, loading = <LoadingRows />, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return loading;
  if (heading !== undefined && query.error instanceof NotFoundError) {
    return (
      <DeadEnd title={`${what} is not there`} way={way}>
        It may have been deleted, or the address is misspelt.
      </DeadEnd>
    );
  }
  return (
    <>
      {heading !== undefined && <PageHeader title={heading} />}
      <ErrorNotice failure={query.error} title={`${what} could not be loaded`} onRetry={() => void query.refetch()} />
    </>
  );
}
