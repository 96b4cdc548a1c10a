import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';

/** Shows what adds a sign-in method once the email is confirmed, and offers the link before. */
export function OnceConfirmed({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: account } = useQuery(endpointQuery('getAccount'));
  if (account === undefined) return null;
  return account.mustConfirmEmail ? <ConfirmEmail email={account.email} /> : children;
}

function ConfirmEmail({ email }: { readonly email: string }): ReactNode {
  const asking = useMutation({ mutationFn: () => call('askForEmail', { body: { email } }) });
  if (asking.data !== undefined) {
    return (
      <Alert title="Look at your mail">
        A link is on its way to {email}. Open it in this browser within {asking.data.minutes} minutes.
      </Alert>
    );
  }
  return (
    <>
      <Text size="sm">Confirm your email first. Nobody has confirmed yet that {email} is yours.</Text>
      {asking.error !== null && <ErrorNotice failure={asking.error} />}
      <Group>
        <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
          Send a link to confirm it
        </Button>
      </Group>
    </>
  );
}
