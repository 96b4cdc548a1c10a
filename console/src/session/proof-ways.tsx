import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';
import type { Proof } from '@vitrine/contract/account-words';
import type { CompanyRefusal } from '@vitrine/contract/company';
import { PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { askPasskey, canUsePasskeys, isCancelled } from '../api/passkeys.js';
import { CompanyNotice } from '../ui/company-notice.js';
import { parseCompanyRefusal } from '../ui/company-words.js';
import { DialogForm } from '../ui/dialog-form.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';
import { LoadingRows } from '../ui/loading.js';
import { Quiet } from '../ui/quiet.js';
import { signInWaysQuery } from './company-way.js';
import { useCompanyWindow } from './company-window.js';

type ProofProps = { readonly onProved: () => void; readonly onCancel: () => void };

// One part for each way; a person has those that the server names.
const WAYS: Record<Proof, (props: ProofProps) => ReactNode> = {
  passkey: ByPasskey,
  password: ByPassword,
  company: ByCompany,
};

export function ProofWays(props: ProofProps): ReactNode {
  const { data, error, refetch } = useQuery({ ...endpointQuery('getAccount'), staleTime: 0 });
  if (error !== null) return <ErrorNotice failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows count={2} />;
  // Not offered where the browser would show none, such as on another device.
  const usable = data.proofs.filter((proof) => proof !== 'passkey' || canUsePasskeys());
  return (
    <Stack>
      <Text size="sm">
        What comes next opens doors or closes them, so it asks once more. Nothing that you typed is lost.
      </Text>
      {usable.map((proof) => {
        const Way = WAYS[proof];
        return <Way key={proof} {...props} />;
      })}
      {usable.length === 0 && <Quiet>Sign out and in again: a new sign-in is a proof, too.</Quiet>}
    </Stack>
  );
}

function ByPasskey({ onProved }: ProofProps): ReactNode {
  const proving = useMutation({
    mutationFn: async () => {
      const { options } = await call('startPasskeyProof');
      return call('proveWithPasskey', { body: await askPasskey(options) });
    },
    onSuccess: onProved,
  });
  return (
    <>
      {proving.error !== null && !isCancelled(proving.error) && <ErrorNotice failure={proving.error} />}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={proving.isPending}
        onClick={() => proving.mutate()}
      >
        Use a passkey
      </Button>
    </>
  );
}

// In a window of its own: what was typed on this page stays.
function ByCompany({ onProved }: ProofProps): ReactNode {
  const { data: ways } = useQuery(signInWaysQuery);
  const [refusal, setRefusal] = useState<CompanyRefusal>();
  const { isOpen, open } = useCompanyWindow((reason) => {
    if (reason === null) onProved();
    else setRefusal(parseCompanyRefusal(reason));
  });
  const going = useMutation({
    mutationFn: () => open(() => call('startCompanyProof', { body: { to: '/proved' } })),
  });
  const name = ways?.company?.name ?? 'your company';
  return (
    <>
      {refusal !== undefined && <CompanyNotice refusal={refusal} name={name} />}
      {going.error !== null && <ErrorNotice failure={going.error} />}
      <Button variant="default" loading={going.isPending} onClick={() => going.mutate()}>
        {isOpen ? `Go on in the window of ${name}` : `Show it at ${name}`}
      </Button>
    </>
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
