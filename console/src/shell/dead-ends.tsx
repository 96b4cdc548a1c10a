import { Box, Button, Container, Group, Text } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import type { Me } from '@vitrine/contract/session';
import { useMemo, type ReactNode } from 'react';
import { BackLink } from '../ui/back-link.js';
import { Brand } from '../ui/brand.js';
import { DeadEnd } from '../ui/dead-end.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkButton } from '../ui/links.js';
import { notifyFailure } from '../ui/notify.js';
import { isOldRelease, reloadOnce } from '../ui/old-release.js';
import { PageHeader } from '../ui/page-header.js';
import { useSignOut } from './use-sign-out.js';

// Pages in the place of the one that was asked for.

export const NotFoundPage = (): ReactNode => (
  <DeadEnd title="There is no such page">
    The address may be misspelt, or what it named has been moved or deleted.
  </DeadEnd>
);

// The server refuses staff here in any case; the page says so before they try.
export const NotAllowedPage = (): ReactNode => (
  <DeadEnd title="For owners and admins">
    This page is for owners and admins of the merchant. If you need something from it, ask one of them.
  </DeadEnd>
);

// Somebody who was removed from the last merchant.
export function NoMerchantPage({ me }: { readonly me: Me }): ReactNode {
  const signOut = useSignOut();
  return (
    <Container component="main" size="xs" py={80}>
      <Box mb={40}>
        <Brand />
      </Box>
      <PageHeader title="You belong to no merchant" />
      <Text mb="lg">
        You are signed in as {me.person.email}. Ask somebody of the merchant that you work for to send you an
        invitation.
      </Text>
      <Group>
        <LinkButton to="/account" variant="default">
          My account
        </LinkButton>
        <Button variant="default" onClick={() => void signOut('signOut').catch(notifyFailure)}>
          Sign out
        </Button>
      </Group>
    </Container>
  );
}

// Around the page of the account, which is also theirs.
export const AloneFrame = (): ReactNode => (
  <Container component="main" id="page" tabIndex={-1} size="lg" py="lg">
    <BackLink to="/today">Back</BackLink>
    <Outlet />
  </Container>
);

// In the place of a page that failed. The rest of the console stays.
export function RouteError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const tryAgain = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  // Nothing is typed here: the page before was left, which asks.
  const isReloading = useMemo(() => isOldRelease(error) && reloadOnce(), [error]);
  if (isReloading) return null;
  return (
    <Box maw="42rem" mx="auto" p="md">
      <PageHeader title="This page could not be shown" />
      <ErrorNotice failure={error} title="What happened" onRetry={tryAgain} />
    </Box>
  );
}
