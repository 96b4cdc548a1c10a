import { TextInput } from '@mantine/core';
import { EMAIL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useEffect, useRef, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { textIn } from '../ui/form-fields.js';
import { PasswordField } from './password-field.js';
import { typedEmail } from './typed-email.js';

type Props = {
  readonly email?: string;
  // On a page of its own; a dialog gives the focus by itself.
  readonly isPage?: boolean;
};

// What is to be typed next has the focus: the email, or the password where the email is known.
export function SignInFields({ email = typedEmail(), isPage = false }: Props): ReactNode {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isPage) first.current?.focus({ preventScroll: true });
  }, [isPage]);
  return (
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
        {...(email === '' && { ref: first })}
      />
      <PasswordField {...(email !== '' && { first })} />
    </>
  );
}

export const signIn = (form: FormData) =>
  call('signIn', { body: { email: textIn(form, 'email'), password: textIn(form, 'password') } });
