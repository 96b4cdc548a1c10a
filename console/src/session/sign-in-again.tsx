import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Me } from '@vitrine/contract/session';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call, onSessionEnded } from '../api/call.js';
import { meQuery, readMe } from '../api/me.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { forgetUnsavedWork } from '../ui/unsaved-work.js';
import { signInWaysQuery } from './company-way.js';
import { useCompanyWindow } from './company-window.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { signIn, SignInFields } from './sign-in-fields.js';
import { SignInSteps } from './sign-in-steps.js';

// Over the page when the session has ended: what was typed is still there behind it, and the calls that were refused go out
// again. Somebody else who signs in here starts anew and finds nothing of the first one's.
export function SignInAgain(): ReactNode {
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<Me>();
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  const { data: ways } = useQuery({ ...signInWaysQuery, enabled: ended !== undefined });
  useStartAnewForAnother();
  useEffect(() => {
    onSessionEnded(() => {
      const me = queryClient.getQueryData(meQuery.queryKey);
      // Nobody was in: the router leads to the sign-in page.
      if (me === undefined) return Promise.resolve(false);
      setEnded(me);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
  }, [queryClient]);
  const goOn = async (): Promise<void> => {
    const me = await readMe(new AbortController().signal);
    if (ended === undefined || !isSame(me, ended)) return startAnew();
    queryClient.setQueryData(meQuery.queryKey, me);
    setEnded(undefined);
    waiting.current.splice(0).forEach((resolve) => resolve(true));
  };
  return (
    <Modal
      opened={ended !== undefined}
      onClose={() => undefined}
      title="Sign in again"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={350}
    >
      <Stack>
        <Text size="sm">Your session has ended. What you typed is still here and goes on after you sign in.</Text>
        <CompanyAgain onBack={goOn} />
        {ways?.onlyCompany !== true && (
          <SignInSteps send={signIn} onDone={goOn} label="Sign in" beside={<PasskeySignIn onDone={goOn} />}>
            <SignInFields {...(ended !== undefined && { email: ended.person.email })} />
          </SignInSteps>
        )}
      </Stack>
    </Modal>
  );
}

// In a window of its own: this page stays as it is.
function CompanyAgain({ onBack }: { readonly onBack: () => Promise<void> }): ReactNode {
  const { data: ways } = useQuery(signInWaysQuery);
  const { open } = useCompanyWindow((refusal) => void (refusal === null && onBack()));
  const going = useMutation({
    mutationFn: () => open(() => call('startCompanySignIn', { body: { to: '/proved' } })),
  });
  if (ways === undefined || ways.company === null) return null;
  return (
    <>
      {going.error !== null && <ErrorNotice failure={going.error} />}
      <Button variant="default" loading={going.isPending} onClick={() => going.mutate()}>
        Sign in with {ways.company.name}
      </Button>
    </>
  );
}

const isSame = (me: Me, before: Me): boolean =>
  me.person.id === before.person.id && me.merchant?.merchantId === before.merchant?.merchantId;

// The whole page is loaded again, so that nothing is left in memory either.
function startAnew(): void {
  forgetUnsavedWork('tab');
  window.location.assign('/');
}

// In another tab of the same browser somebody else signed in: their cookie is this tab's too.
function useStartAnewForAnother(): void {
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const id = me?.person.id;
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== undefined && id !== undefined && before.current !== id) startAnew();
    before.current = id;
  }, [id]);
}
