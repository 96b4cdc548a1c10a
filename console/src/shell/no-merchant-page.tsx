import { Button, Container, Group, Text } from '@mantine/core';
import type { Me } from '@vitrine/contract/console/session';
import type { ReactNode } from 'react';
import { notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { useSignOut } from './use-sign-out.js';

// Somebody who was removed from the last merchant.
export function NoMerchantPage({ me }: { readonly me: Me }): ReactNode {
  const signOut = useSignOut();
  return (
    <Container component="main" size="xs" py={80}>
      <PageHeader title="You belong to no merchant" />
      <Text mb="lg">
        You are signed in as {me.person.email}. Ask somebody of the merchant that you work for to send you an
        invitation.
      </Text>
      <Group>
        <Button variant="default" onClick={() => void signOut('signOut').catch(notifyFailure)}>
          Sign out
        </Button>
      </Group>
    </Container>
  );
}
