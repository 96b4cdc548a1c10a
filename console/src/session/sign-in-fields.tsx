import { PasswordInput, TextInput } from '@mantine/core';
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { textIn } from '../ui/form-fields.js';

type Props = { readonly email?: string };

export const SignInFields = ({ email = '' }: Props): ReactNode => (
  <>
    <TextInput
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      maxLength={EMAIL_CHARACTERS_MAX}
      defaultValue={email}
      required
    />
    <PasswordInput
      name="password"
      label="Password"
      autoComplete="current-password"
      maxLength={PASSWORD_CHARACTERS_MAX}
      required
      {...(email !== '' && { 'data-autofocus': true })}
    />
  </>
);

export const signIn = (form: FormData) =>
  call('signIn', { body: { email: textIn(form, 'email'), password: textIn(form, 'password') } });
