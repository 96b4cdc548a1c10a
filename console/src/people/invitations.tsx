import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '@vitrine/contract/invitations';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LineList } from '../ui/line-list.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { ROLE_LABELS } from './role-select.js';

// Who was invited and has not come yet. Nothing is shown while there is nobody.
export function Invitations(): ReactNode {
  const invitations = useQuery(endpointQuery('listInvitations'));
  if (invitations.isError) {
    return <ErrorNotice failure={invitations.error} title="The open invitations could not be loaded" />;
  }
  const items = invitations.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Stack mt="xl" gap="sm">
      <Title order={2}>Open invitations</Title>
      <LineList label="Open invitations">
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </LineList>
    </Stack>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const { id, email, role, createdBy, expiresAt } = invitation;
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => call('withdrawInvitation', { params: { id } }),
    onSuccess: () => notifyDone(`The link for ${email} no longer works.`),
    onError: (failure) => notifyFailure(failure, 'The invitation was not withdrawn'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['listInvitations'] }),
  });
  return (
    <Group component="li" px="md" py="sm" justify="space-between" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Text fw={600} truncate>
          {email}
        </Text>
        <Quiet>
          as {ROLE_LABELS[role].toLowerCase()}, invited by {createdBy}; the link works until{' '}
          <DateTime value={expiresAt} />
        </Quiet>
      </Stack>
      <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
    </Group>
  );
}
