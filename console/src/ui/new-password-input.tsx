import { PasswordInput } from '@mantine/core';
import { VitrineError } from '@vitrine/client';
import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console-limits';
import { useEffect, useRef, type ReactNode } from 'react';

// Where a password is chosen: by whoever joins, has forgotten the old one, or changes it. What is wrong with it stands below
// it, and the field is where one goes on.
export function NewPasswordInput({ error }: { readonly error: string | undefined }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error !== undefined) field.current?.focus();
  }, [error]);
  return (
    <PasswordInput
      ref={field}
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
}

// Why the server does not take a password, in words for its person.
export const weaknessIn = (failure: unknown): string | undefined =>
  failure instanceof VitrineError && failure.code === 'weak_password' ? failure.message : undefined;
