import { Alert, Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Me } from '@vitrine/contract/session';
import type { ReactNode } from 'react';
import { canUsePasskeys, isCancelled, askPasskey } from '../api/passkeys.js';
import { call } from '../api/call.js';
import { describeFailure } from '../ui/describe-failure.js';

type Props = {
  readonly onDone: (me: Me) => unknown;
  // Of a first step, which the passkey is the second of.
  readonly ticket?: string;
};

// Without typing: the browser shows the passkeys that it has for this place. Not offered where it would show none.
export function PasskeySignIn({ onDone, ticket }: Props): ReactNode {
  const signingIn = useMutation({
    mutationFn: async () => {
      const { options } = await call('startPasskeySignIn');
      const answer = await askPasskey(options);
      return call('signInWithPasskey', { body: { ...answer, ...(ticket !== undefined && { ticket }) } });
    },
    onSuccess: onDone,
  });
  if (!canUsePasskeys()) return null;
  const { error } = signingIn;
  return (
    <Stack gap="xs" mt="md">
      {error !== null && !isCancelled(error) && (
        <Alert color="red" role="alert">
          {describeFailure(error).message}
        </Alert>
      )}
      <Button
        variant="default"
        size="md"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signingIn.isPending}
        onClick={() => signingIn.mutate()}
      >
        {ticket === undefined ? 'Sign in with a passkey' : 'Use a passkey'}
      </Button>
    </Stack>
  );
}
