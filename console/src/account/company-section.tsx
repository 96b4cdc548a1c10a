import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { CompanyNotice } from '../ui/company-notice.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { Section } from '../ui/section.js';
import { OnceConfirmed } from './confirm-email.js';

const route = getRouteApi('/shell/account');

// The company's account as a way in. Not there where the installation knows no company.
export function CompanySection(): ReactNode {
  const { company: refusal } = route.useSearch();
  const { data } = useQuery(endpointQuery('getCompanyAccount'));
  if (data === undefined || data.company === null) return null;
  const { company, linked } = data;
  return (
    <Section title={`Sign in with ${company}`}>
      {refusal !== undefined && linked === null && <CompanyNotice refusal={refusal} name={company} />}
      {linked === null ? (
        <>
          <Text size="sm">
            Connect your account at {company}, and you come in here with it. You stay signed in for twelve hours then.
          </Text>
          <OnceConfirmed>
            <Connect company={company} />
          </OnceConfirmed>
        </>
      ) : (
        <>
          <Text size="sm">
            {linked.email ?? 'Your account'} is connected since <DateTime value={linked.linkedAt} precision="day" />.
          </Text>
          <Disconnect company={company} />
        </>
      )}
    </Section>
  );
}

type Props = { readonly company: string };

function Connect({ company }: Props): ReactNode {
  const going = useMutation({
    mutationFn: () => call('startCompanyLink', { body: { to: '/account' } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      {going.error !== null && <ErrorNotice failure={going.error} />}
      <Group>
        <Button variant="default" loading={going.isPending || going.isSuccess} onClick={() => going.mutate()}>
          Connect {company}
        </Button>
      </Group>
    </>
  );
}

function Disconnect({ company }: Props): ReactNode {
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const disconnect = async (): Promise<void> => {
    await call('unlinkCompany');
    await queryClient.invalidateQueries({ queryKey: ['getCompanyAccount'] });
  };
  return (
    <Group>
      <Button variant="default" onClick={() => setAsked(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`Disconnect ${company}?`}
        confirmLabel="Disconnect"
        onConfirm={disconnect}
      >
        You no longer come in with your account at {company}. You can connect it again at any time.
      </ConfirmDialog>
    </Group>
  );
}
