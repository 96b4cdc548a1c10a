import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EMAIL_CHARACTERS_MAX, INVITATION_DAYS } from '@vitrine/contract/console-limits';
import type { NewInvitation } from '@vitrine/contract/invitations';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { CopyButton } from '../ui/copy-button.js';
import { askToLeave } from '../ui/unsaved-work.js';
import { useKeptOpen } from '../ui/dialog.js';
import { DialogForm, type Sending } from '../ui/dialog-form.js';
import { textIn } from '../ui/form-fields.js';
import { MakingDialog } from '../ui/making-dialog.js';
import { toRole, ROLE_LABELS, useOfferedRoles } from './role-select.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

// Creates a link. It goes by mail where the service sends any, and whoever invites can hand it on.
export function InviteDialog({ opened, onClose }: Props): ReactNode {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (form: FormData) =>
      call('invitePerson', { body: { email: textIn(form, 'email').trim(), role: toRole(textIn(form, 'role')) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listInvitations'] }),
  });
  return (
    <MakingDialog
      opened={opened}
      size="md"
      title="Invite somebody"
      madeTitle={invite.data?.mailed === true ? 'Invited' : 'Copy the link now'}
      making={invite}
      form={<InviteForm invite={invite} />}
      onClose={onClose}
    >
      {(made, close) => <InvitedNotice made={made} onClose={close} />}
    </MakingDialog>
  );
}

function InviteForm({ invite }: { readonly invite: Sending<FormData> }): ReactNode {
  const offered = useOfferedRoles();
  return (
    <DialogForm onSend={invite.mutate} sending={invite} label="Create link" keptAs="new invitation">
      <TextInput
        name="email"
        type="email"
        label="Email"
        description="What the person will sign in with."
        maxLength={EMAIL_CHARACTERS_MAX}
        required
        data-autofocus
      />
      <NativeSelect
        name="role"
        label="Role"
        description="It can be changed later."
        data={offered.map((value) => ({ value, label: ROLE_LABELS[value] }))}
        defaultValue="staff"
      />
    </DialogForm>
  );
}

const NOT_COPIED = {
  title: 'Close without copying the link?',
  words: ['The link is shown only now. Without it you have to withdraw this invitation and create another.'],
  stay: 'Go back',
  leave: 'Close anyway',
};

function InvitedNotice({ made, onClose }: { readonly made: NewInvitation; readonly onClose: () => void }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const isSafe = isCopied || made.mailed;
  useKeptOpen(!isSafe, NOT_COPIED);
  const finish = async (): Promise<void> => {
    if (isSafe || (await askToLeave(NOT_COPIED))) onClose();
  };
  return (
    <Stack>
      <Text size="sm">
        {made.mailed
          ? `The invitation is on its way to ${made.invitation.email}. Should it not come, send this link yourself.`
          : `Send this link to ${made.invitation.email}.`}{' '}
        It works once, for {INVITATION_DAYS} days.
      </Text>
      <TextInput
        label="Link"
        value={made.link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        onCopy={() => setCopied(true)}
        data-autofocus
      />
      <Alert color="yellow">The link is shown only now. Whoever has it can join, so send it to nobody else.</Alert>
      <Group justify="flex-end">
        <CopyButton value={made.link} label="Copy link" onCopied={() => setCopied(true)} />
        <Button onClick={() => void finish()}>Done</Button>
      </Group>
    </Stack>
  );
}
