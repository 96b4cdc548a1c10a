import { TextInput } from '@mantine/core';
import { EMAIL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { textIn } from '../ui/form-fields.js';
import { PasswordField } from './password-field.js';
import { typedEmail } from './typed-email.js';

type Props = { readonly email?: string };

export const SignInFields = ({ email = typedEmail() }: Props): ReactNode => (
  <>
    <TextInput
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={EMAIL_CHARACTERS_MAX}
      defaultValue={email}
      required
    />
    <PasswordField isFirst={email !== ''} />
  </>
);

export const signIn = (form: FormData) =>
  call('signIn', { body: { email: textIn(form, 'email'), password: textIn(form, 'password') } });
