import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useEffect, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { readMe } from '../api/me.js';
import { textIn } from '../ui/form-fields.js';
import { SessionForm, useEnter } from './session-form.js';
import { SessionFrame } from './session-frame.js';

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
  return (
    <SessionFrame title="Sign in">
      <SessionForm send={signIn} to={to} label="Sign in">
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          maxLength={EMAIL_CHARACTERS_MAX}
          required
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          maxLength={PASSWORD_CHARACTERS_MAX}
          required
        />
      </SessionForm>
    </SessionFrame>
  );
}

const signIn = (form: FormData) =>
  call('signIn', { body: { email: textIn(form, 'email'), password: textIn(form, 'password') } });
