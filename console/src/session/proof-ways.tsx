import { PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';
import type { Proof } from '@vitrine/contract/account-words';
import { PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { DialogForm } from '../ui/dialog-form.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';
import { LoadingRows } from '../ui/loading.js';
import { Quiet } from '../ui/quiet.js';

export type ProofProps = { readonly onProved: () => void; readonly onCancel: () => void };

// One part for each way; a person has those that the server names.
const WAYS: Partial<Record<Proof, (props: ProofProps) => ReactNode>> = { password: ByPassword };

export function ProofWays(props: ProofProps): ReactNode {
  const { data, error, refetch } = useQuery({ ...endpointQuery('getAccount'), staleTime: 0 });
  if (error !== null) return <ErrorNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows count={2} />;
  return (
    <Stack>
      <Text size="sm">
        What comes next opens doors or closes them, so it asks once more. Nothing that you typed is lost.
      </Text>
      {data.proofs.map((proof) => {
        const Way = WAYS[proof];
        return Way && <Way key={proof} {...props} />;
      })}
      {data.proofs.length === 0 && <Quiet>Sign out and in again: a new sign-in is a proof, too.</Quiet>}
    </Stack>
  );
}

function ByPassword({ onProved, onCancel }: ProofProps): ReactNode {
  const proving = useMutation({
    mutationFn: (form: FormData) => call('prove', { body: { password: textIn(form, 'password') } }),
    onSuccess: onProved,
  });
  const isWrong = proving.error instanceof VitrineError && proving.error.code === 'wrong_password';
  return (
    <DialogForm
      onSend={proving.mutate}
      sending={{ ...proving, error: isWrong ? null : proving.error }}
      label="Go on"
      onCancel={onCancel}
    >
      <PasswordInput
        name="password"
        label="Your password"
        autoComplete="current-password"
        maxLength={PASSWORD_CHARACTERS_MAX}
        error={isWrong && 'This is not your password. Capital letters count.'}
        required
        data-autofocus
      />
    </DialogForm>
  );
}
