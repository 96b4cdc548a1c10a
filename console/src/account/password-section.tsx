import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';
import type { Account } from '@vitrine/contract/account';
import { PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { meQuery } from '../api/me.js';
import { NewPasswordInput, weaknessIn } from '../ui/new-password-input.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { Section } from '../ui/section.js';

export function PasswordSection(): ReactNode {
  const query = useQuery(endpointQuery('getAccount'));
  return (
    <Section title="Password" gap="md">
      <Loaded query={query} what="The account" loading={<LoadingRows count={2} />}>
        {(account) => <PasswordForm account={account} />}
      </Loaded>
    </Section>
  );
}

function PasswordForm({ account: { email, hasPassword } }: { readonly account: Account }): ReactNode {
  // Another form when it is done: an empty one.
  const [changes, setChanges] = useState(0);
  const change = useChange(hasPassword, () => setChanges((before) => before + 1));
  const code = change.error instanceof VitrineError ? change.error.code : undefined;
  const weakness = weaknessIn(change.error);
  const isTold = code === 'wrong_password' || weakness !== undefined;
  return (
    <form key={changes} onSubmit={onSubmit(change.mutate)}>
      <Stack>
        {/* Read by password managers, which keep the password under it. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            name="current"
            label="Old password"
            autoComplete="current-password"
            maxLength={PASSWORD_CHARACTERS_MAX}
            error={code === 'wrong_password' && 'This is not your password. Capital letters count.'}
            required
          />
        )}
        <NewPasswordInput error={weakness} />
        {change.error !== null && !isTold && <ErrorNotice failure={change.error} title="The password is not changed" />}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useChange(hasPassword: boolean, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: FormData) =>
      call('changePassword', {
        body: {
          password: textIn(form, 'password'),
          ...(hasPassword && { currentPassword: textIn(form, 'current') }),
        },
      }),
    onSuccess: (me) => {
      queryClient.setQueryData(meQuery.queryKey, me);
      for (const name of ['getAccount', 'listSessions']) void queryClient.invalidateQueries({ queryKey: [name] });
      onDone();
      notifyDone('Your password is changed. Every other browser is signed out.');
    },
  });
}
