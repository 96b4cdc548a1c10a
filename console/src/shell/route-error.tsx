import { Box } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { PageHeader } from '../ui/page-header.js';

// In the place of a page that failed. The rest of the console stays.
export function RouteError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const tryAgain = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Box maw="42rem" mx="auto" p="md">
      <PageHeader title="This page could not be shown" />
      <ErrorNotice failure={error} title="What happened" onRetry={tryAgain} />
    </Box>
  );
}
