import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import { useEffect, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { readMe } from '../api/me.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { SessionError } from './session-error.js';
import { SessionFrame } from './session-frame.js';
import { useEnter } from './use-enter.js';
import { useWait } from './use-wait.js';

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const { to } = route.useSearch();
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
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      call('signIn', { body: { email: textIn(form, 'email'), password: textIn(form, 'password') } }),
    onSuccess: (found) => enter(found, to),
  });
  const waitSeconds = useWait(signIn.error);
  return (
    <SessionFrame title="Sign in">
      <form onSubmit={onSubmit(signIn.mutate)}>
        <Stack>
          <SessionError failure={signIn.error} waitSeconds={waitSeconds} />
          <TextInput
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            maxLength={EMAIL_CHARACTERS_MAX}
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            maxLength={PASSWORD_CHARACTERS_MAX}
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={signIn.isPending} disabled={waitSeconds > 0} mt="xs">
            Sign in
          </Button>
        </Stack>
      </form>
    </SessionFrame>
  );
}
