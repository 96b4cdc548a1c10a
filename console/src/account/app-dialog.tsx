import { Box, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { VitrineError } from '@vitrine/client';
import { SECOND_FACTOR_CODE_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { AppSetup } from '@vitrine/contract/second-factor';
import { useMemo, type ReactNode } from 'react';
import { encode } from 'uqr';
import { call } from '../api/call.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';
import { LoadingRows } from '../ui/loading.js';
import './app-dialog.css';

type Props = {
  readonly onClose: () => void;
  // With the first second factor come the recovery codes.
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
};

export function AppDialog({ onClose, onDone }: Props): ReactNode {
  // A secret for each time that the dialog is open; the last one counts.
  const setup = useQuery({
    queryKey: ['startApp'],
    queryFn: () => call('startApp'),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnMount: 'always',
  });
  return (
    <Dialog opened onClose={onClose} title="Set up an authenticator app">
      {setup.data !== undefined && <Steps setup={setup.data} onClose={onClose} onDone={onDone} />}
      {setup.isPending && <LoadingRows count={3} />}
      {setup.isError && (
        <Stack>
          <ErrorNotice failure={setup.error} title="The app is not set up" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function Steps({ setup, onClose, onDone }: Props & { readonly setup: AppSetup }): ReactNode {
  const confirm = useMutation({
    mutationFn: (form: FormData) => call('confirmApp', { body: { code: textIn(form, 'code') } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const isWrong = confirm.error instanceof VitrineError && confirm.error.code === 'invalid';
  return (
    <DialogForm
      onSend={confirm.mutate}
      sending={{ ...confirm, error: isWrong ? null : confirm.error }}
      label="Turn it on"
      onCancel={onClose}
    >
      <Text size="sm">1. Open the app on your phone, add an account, and hold the camera here:</Text>
      <QrCode text={setup.url} />
      <Box>
        <Text size="sm">No camera? Type this key into the app instead:</Text>
        <Group gap="xs" mt={6}>
          <Code fz="sm" className="app-secret">
            {setup.secret.replace(/.{4}(?=.)/g, '$& ')}
          </Code>
          <CopyButton value={setup.secret} label="Copy the key" />
        </Group>
      </Box>
      <TextInput
        name="code"
        label="2. Type the code that the app shows now"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={SECOND_FACTOR_CODE_CHARACTERS_MAX}
        error={isWrong && confirm.error?.message}
        required
        data-autofocus
      />
    </DialogForm>
  );
}

// Black on white in both colour schemes: cameras do not take it the other way round.
function QrCode({ text }: { readonly text: string }): ReactNode {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { border: 2 });
    const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
    return { path: dots.join(''), size };
  }, [text]);
  return (
    <svg className="app-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the app">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
