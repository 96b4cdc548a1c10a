import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { readMe } from '../api/me.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { CompanyWay, signInWaysQuery } from './company-way.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { useEnter } from './session-form.js';
import { NothingHere } from './nothing-here.js';
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
