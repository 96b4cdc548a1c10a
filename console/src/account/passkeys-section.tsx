import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PASSKEY_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { Passkey } from '@vitrine/contract/second-factor';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { canUsePasskeys, isCancelled, isKnownAlready, makePasskey } from '../api/passkeys.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { OnceConfirmed } from './confirm-email.js';
import { RecoveryCodesDialog } from './recovery-codes-dialog.js';
import { useReadFactors } from './use-read-factors.js';

// Signing in by finger, face or PIN, without typing. Password and second factor in one.
export function PasskeysSection(): ReactNode {
  const query = useQuery(endpointQuery('getSecondFactors'));
  return (
    <Section title="Passkeys" gap="md">
      <Text size="sm">
        Sign in with your finger, your face or the PIN of your device, without typing a password. A passkey counts as a
        second factor, too.
      </Text>
      <Loaded query={query} what="The passkeys" loading={<LoadingRows count={1} />}>
        {({ passkeys }) => passkeys.length > 0 && <Passkeys passkeys={passkeys} />}
      </Loaded>
      {canUsePasskeys() ? (
        <OnceConfirmed>
          <AddPasskey />
        </OnceConfirmed>
      ) : (
        <Quiet>{whyNot()}</Quiet>
      )}
    </Section>
  );
}

// Browsers keep passkeys for names on pages that nobody on the way can change.
function whyNot(): string {
  if (window.isSecureContext && !('PublicKeyCredential' in window)) return 'This browser knows no passkeys.';
  return `Browsers take passkeys only on addresses that begin with https:// and a name, or on localhost. ${window.location.origin} is neither. Whoever runs this service can change that.`;
}

const Passkeys = ({ passkeys }: { readonly passkeys: readonly Passkey[] }): ReactNode => (
  <LineList label="Passkeys">
    {passkeys.map((passkey) => (
      <PasskeyRow key={passkey.id} passkey={passkey} />
    ))}
  </LineList>
);

function PasskeyRow({ passkey }: { readonly passkey: Passkey }): ReactNode {
  const { name, createdAt, lastUsedAt } = passkey;
  const [isRenaming, renaming] = useDisclosure();
  const [isRemoving, removing] = useDisclosure();
  return (
    <Group component="li" px="md" py="sm" gap="xs" wrap="nowrap">
      <Box flex="1" miw={0}>
        <Text fw={600} truncate>
          {name}
        </Text>
        <Quiet>
          Added <DateTime value={createdAt} precision="day" />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <DateTime value={lastUsedAt} />
            </>
          )}
        </Quiet>
      </Box>
      <IconButton label={`Rename ${name}`} icon={IconPencil} size="lg" onClick={renaming.open} />
      <IconButton label={`Remove ${name}`} icon={IconTrash} size="lg" onClick={removing.open} />
      <Dialog opened={isRenaming} onClose={renaming.close} title="Rename the passkey">
        <RenameForm passkey={passkey} onClose={renaming.close} />
      </Dialog>
      {isRemoving && <RemoveDialog passkey={passkey} onClose={removing.close} />}
    </Group>
  );
}

type RowDialogProps = { readonly passkey: Passkey; readonly onClose: () => void };

function RenameForm({ passkey, onClose }: RowDialogProps): ReactNode {
  const readAgain = useReadFactors();
  const rename = useMutation({
    mutationFn: (form: FormData) =>
      call('renamePasskey', { params: { id: passkey.id }, body: { name: textIn(form, 'name').trim() } }),
    onSuccess: async () => {
      await readAgain();
      onClose();
    },
  });
  return (
    <DialogForm onSend={rename.mutate} sending={rename} label="Rename" onCancel={onClose}>
      <NameField defaultValue={passkey.name} />
    </DialogForm>
  );
}

const NameField = ({ defaultValue }: { readonly defaultValue: string }): ReactNode => (
  <TextInput
    name="name"
    label="Name"
    description="So that you know it again: the device that it is on."
    defaultValue={defaultValue}
    autoComplete="off"
    maxLength={PASSKEY_NAME_CHARACTERS_MAX}
    data-autofocus
    {...NOT_BLANK}
  />
);

function RemoveDialog({ passkey: { id, name }, onClose }: RowDialogProps): ReactNode {
  const readAgain = useReadFactors();
  const remove = async (): Promise<void> => {
    await call('removePasskey', { params: { id } });
    notifyDone(`${name} no longer signs you in.`);
    await readAgain();
  };
  return (
    <ConfirmDialog onClose={onClose} title={`Remove ${name}?`} confirmLabel="Remove" isDangerous onConfirm={remove}>
      It no longer signs you in. Your device may go on showing it: delete it there, too.
    </ConfirmDialog>
  );
}

function AddPasskey(): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const [codes, setCodes] = useState<readonly string[]>();
  const readAgain = useReadFactors();
  const add = useMutation({
    mutationFn: async (form: FormData) => {
      const { options } = await call('startPasskey');
      return call('addPasskey', { body: { ...(await makePasskey(options)), name: textIn(form, 'name').trim() } });
    },
    onSuccess: async ({ passkey, recoveryCodes }) => {
      dialog.close();
      if (recoveryCodes === null) notifyDone(`${passkey.name} signs you in from now on.`);
      else setCodes(recoveryCodes);
      await readAgain();
    },
  });
  const words = wordsOf(add.error);
  const open = (): void => {
    add.reset();
    dialog.open();
  };
  return (
    <>
      <Group>
        <Button variant="default" onClick={open}>
          Add a passkey
        </Button>
      </Group>
      <Dialog opened={isOpen} onClose={dialog.close} title="Add a passkey">
        <DialogForm
          onSend={add.mutate}
          sending={{ ...add, error: words === undefined ? add.error : null }}
          label="Go on"
          failureTitle="No passkey was added"
          onCancel={dialog.close}
        >
          <Stack>
            <Text size="sm">Your browser asks next where to keep it: on this device, on your phone or on a key.</Text>
            <NameField defaultValue="" />
            {words !== undefined && (
              <Alert color="red" role="alert" title="No passkey was added">
                {words}
              </Alert>
            )}
          </Stack>
        </DialogForm>
      </Dialog>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}

// Browsers say little, and not in words for people.
function wordsOf(thrown: unknown): string | undefined {
  if (isCancelled(thrown)) return 'Nothing was chosen, or not in time. Try again.';
  return isKnownAlready(thrown) ? 'This device has a passkey for your account already.' : undefined;
}
