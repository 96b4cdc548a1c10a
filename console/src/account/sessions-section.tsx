import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '@vitrine/contract/account';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { StatusBadge } from '../ui/status-badge.js';

// Where one is signed in. What one does not know is signed out here.
export function SessionsSection(): ReactNode {
  const query = useQuery(endpointQuery('listSessions'));
  return (
    <Section title="Where you are signed in" gap="md">
      <Loaded query={query} what="The list" loading={<LoadingRows count={2} />}>
        {({ items }) => <Sessions sessions={items} />}
      </Loaded>
    </Section>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly OwnSession[] }): ReactNode {
  const queryClient = useQueryClient();
  const [isAsking, asking] = useDisclosure();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['listSessions'] });
  const endOthers = async (): Promise<void> => {
    await call('endOtherSessions');
    await readAgain();
    notifyDone('Every other browser is signed out.');
  };
  return (
    <>
      <LineList label="Where you are signed in">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={readAgain} />
        ))}
      </LineList>
      <Quiet>
        A browser that is not used for 30 days signs out by itself, and each one 90 days after you signed in.
      </Quiet>
      {sessions.length > 1 && (
        <Group>
          <Button variant="default" onClick={asking.open}>
            Sign out everywhere else
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        onConfirm={endOthers}
      >
        Every browser but this one has to sign in again. What is typed there and not saved is lost.
      </ConfirmDialog>
    </>
  );
}

type RowProps = { readonly session: OwnSession; readonly onEnded: () => Promise<unknown> };

function SessionRow({ session, onEnded }: RowProps): ReactNode {
  const { id, browser, address, isThis, factors, signedInAt, lastUsedAt } = session;
  const end = useMutation({
    mutationFn: () => call('endSession', { body: { id } }),
    onSuccess: onEnded,
    onError: (failure) => notifyFailure(failure, 'It is still signed in'),
  });
  return (
    <Box component="li" p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 12rem" miw={0}>
          <Group gap="xs">
            <Text fw={600}>{browser}</Text>
            {isThis && <StatusBadge tone="good">This browser</StatusBadge>}
          </Group>
          <Quiet>
            Last used <DateTime value={lastUsedAt} />
            {address !== '' && ` from ${address}`}
          </Quiet>
          <Quiet>
            Signed in <DateTime value={signedInAt} /> {FACTOR_WORDS[factors]}
          </Quiet>
        </Stack>
        {!isThis && (
          <Button
            variant="default"
            size="xs"
            loading={end.isPending}
            aria-label={`Sign out of ${browser}`}
            onClick={() => end.mutate()}
          >
            Sign out
          </Button>
        )}
      </Group>
    </Box>
  );
}

const FACTOR_WORDS = {
  password: 'with the password',
  'password+totp': 'with the password and a code',
  passkey: 'with a passkey',
  company: "with the company's sign-in",
} as const;
