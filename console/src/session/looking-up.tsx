import { Skeleton, Stack, Text } from '@mantine/core';
import { InvalidRequestError, NotFoundError } from '@vitrine/client';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { SessionFrame } from './session-frame.js';

type Props = {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
  readonly height?: number;
};

// While it is looked up what a link is for, and when that could not be done.
export function LookingUp({ query: { data, error, refetch }, height = 36 }: Props): ReactNode {
  if (error !== null) return <ErrorNotice failure={error} onRetry={() => void refetch()} />;
  if (data !== undefined) return null;
  return (
    <Stack role="status" aria-label="Loading">
      <Skeleton height={36} />
      <Skeleton height={height} />
    </Stack>
  );
}

// Used, ended and never made look the same to the server, too.
export const isDeadLink = (error: unknown): boolean =>
  error instanceof NotFoundError || error instanceof InvalidRequestError;

type DeadLinkProps = { readonly title?: string; readonly way: ReactNode; readonly children: ReactNode };

export const DeadLink = ({ title = 'This link no longer works', way, children }: DeadLinkProps): ReactNode => (
  <SessionFrame title={title}>
    <Stack>
      <Text>{children}</Text>
      <Text>{way}</Text>
    </Stack>
  </SessionFrame>
);
