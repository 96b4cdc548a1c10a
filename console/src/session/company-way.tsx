import { Alert, Button, Divider, Stack } from '@mantine/core';
import { IconBuilding, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CompanyRefusal } from '@vitrine/contract/company';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { companyRefusalWords } from './company-words.js';

export const signInWaysQuery = { ...endpointQuery('getSignInWays'), staleTime: Infinity };

type Props = {
  // The page that follows.
  readonly to?: string | undefined;
  // The secret of an invitation that is accepted by it.
  readonly invitation?: string;
  // Why the person is back from the company and not in.
  readonly refusal?: CompanyRefusal | undefined;
};

// «Sign in with Flour & Co», where there is such a company; the rest of the page stands below it.
export function CompanyWay({ to, invitation, refusal }: Props): ReactNode {
  const { data: ways } = useQuery(signInWaysQuery);
  const going = useMutation({
    mutationFn: () =>
      call('startCompanySignIn', {
        body: { ...(to !== undefined && { to }), ...(invitation !== undefined && { invitation }) },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const company = ways?.company ?? null;
  if (company === null) return null;
  return (
    <Stack mb="md">
      {refusal !== undefined && <CompanyNotice refusal={refusal} name={company.name} />}
      {going.error !== null && <ErrorNotice failure={going.error} />}
      <Button
        variant="default"
        size="md"
        leftSection={<IconBuilding size={18} aria-hidden />}
        loading={going.isPending || going.isSuccess}
        onClick={() => going.mutate()}
      >
        {invitation === undefined ? `Sign in with ${company.name}` : `Join with ${company.name}`}
      </Button>
      {ways?.onlyCompany === false && <Divider label="or" />}
    </Stack>
  );
}

type NoticeProps = { readonly refusal: CompanyRefusal; readonly name: string };

export function CompanyNotice({ refusal, name }: NoticeProps): ReactNode {
  const { title, advice } = companyRefusalWords(refusal, name);
  return (
    <Alert color="yellow" role="alert" title={title} icon={<IconInfoCircle aria-hidden />}>
      {advice}
    </Alert>
  );
}
