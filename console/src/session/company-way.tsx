import { Button, Divider, Stack } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CompanyRefusal } from '@vitrine/contract/company';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { CompanyNotice } from '../ui/company-notice.js';
import { ErrorNotice } from '../ui/error-notice.js';

export const signInWaysQuery = { ...endpointQuery('getSignInWays'), staleTime: Infinity };

// On the way to the company and back the address loses what stands behind its #; the tab keeps it meanwhile.
const KEPT = 'vitrine-invitation';
const keepInvitation = (secret: string): void => sessionStorage.setItem(KEPT, secret);
export const findKeptInvitation = (): string => sessionStorage.getItem(KEPT) ?? '';

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
    onSuccess: ({ url }) => {
      if (invitation !== undefined) keepInvitation(invitation);
      window.location.assign(url);
    },
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
