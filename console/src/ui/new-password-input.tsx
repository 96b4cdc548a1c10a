import { PasswordInput } from '@mantine/core';
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';

// Where a password is chosen: by whoever joins, has forgotten the old one, or changes it.
export const NewPasswordInput = ({ error }: { readonly error?: ReactNode }): ReactNode => (
  <PasswordInput
    name="password"
    label="New password"
    description={`At least ${PASSWORD_CHARACTERS_MIN} characters. A short sentence is easy to remember.`}
    autoComplete="new-password"
    minLength={PASSWORD_CHARACTERS_MIN}
    maxLength={PASSWORD_CHARACTERS_MAX}
    error={error}
    required
  />
);
