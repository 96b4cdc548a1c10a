import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FIRST_RUN_HOURS } from '@vitrine/contract/console-limits';
import { useEffect, type ReactNode } from 'react';
import { readMe } from '../api/me.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { CompanyWay, signInWaysQuery } from './company-way.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { useEnter } from './session-form.js';
import { SessionFrame } from './session-frame.js';
import { signIn, SignInFields } from './sign-in-fields.js';
import { SignInSteps } from './sign-in-steps.js';

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const { to, company } = route.useSearch();
  const { data: ways } = useQuery(signInWaysQuery);
  const enter = useEnter();
  // Who is signed in already has nothing to do here. Asked anew each time: the cache may hold somebody who just left.
  const { data: me } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => readMe(signal),
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (me !== undefined) enter(me, to);
  });
  if (ways?.isEmpty === true) return <NothingHere />;
  return (
    <SessionFrame title="Sign in">
      <CompanyWay to={to} refusal={company} />
      {ways?.onlyCompany !== true && (
        <SignInSteps
          send={signIn}
          onDone={(entered) => enter(entered, to)}
          label="Sign in"
          beside={
            <>
              <PasskeySignIn onDone={(entered) => enter(entered, to)} />
              <Quiet mt="lg">
                <LinkAnchor to="/forgot">Forgot your password?</LinkAnchor>
              </Quiet>
            </>
          }
        >
          <SignInFields isPage />
        </SignInSteps>
      )}
    </SessionFrame>
  );
}

// A new installation, seen without the address that its start printed: there is nobody yet who could sign in.
const NothingHere = (): ReactNode => (
  <SessionFrame title="Almost ready">
    <Stack>
      <Text>This service runs, and has no merchant yet.</Text>
      <Text>
        Did you start it? It printed a long address, which begins with {location.host}/first-run. Open that one to make
        the first merchant and your own account.
      </Text>
      <Text>
        The address works once, for {FIRST_RUN_HOURS} hours. If it is lost or too old, start the service again: it
        prints another.
      </Text>
    </Stack>
  </SessionFrame>
);
