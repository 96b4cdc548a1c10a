import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { Person } from '@vitrine/contract/people';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly person: Person; readonly isFixed: boolean };

// For somebody who has forgotten the password. Where there is mail the link goes to the person alone.
export function ResetLinkButton({ person, isFixed }: Props): ReactNode {
  const [isAsking, asking] = useDisclosure(false);
  const [link, setLink] = useState<string>();
  const make = async (): Promise<void> => {
    const made = await call('makeResetLink', { params: { id: person.id } });
    if (made.link === null) notifyDone(`A link for a new password is on its way to ${person.email}.`);
    else setLink(made.link);
  };
  return (
    <>
      <IconButton
        label={`New password for ${person.name}`}
        icon={IconKey}
        size="lg"
        disabled={isFixed}
        onClick={asking.open}
      />
      {isAsking && (
        <ConfirmDialog
          onClose={asking.close}
          title={`A new password for ${person.name}?`}
          confirmLabel="Make a link"
          onConfirm={make}
        >
          {person.name} gets a link to choose a new password. It works once, for {LINK_MINUTES} minutes. The old
          password works until then.
        </ConfirmDialog>
      )}
      <Dialog opened={link !== undefined} onClose={() => setLink(undefined)} title="Copy the link now">
        <LinkNotice person={person} link={link ?? ''} onClose={() => setLink(undefined)} />
      </Dialog>
    </>
  );
}

type NoticeProps = { readonly person: Person; readonly link: string; readonly onClose: () => void };

const LinkNotice = ({ person, link, onClose }: NoticeProps): ReactNode => (
  <Stack>
    <Text size="sm">
      Hand this link to {person.name}. It works once, for {LINK_MINUTES} minutes.
    </Text>
    <TextInput label="Link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} data-autofocus />
    <Alert color="yellow">
      The link is shown only now. Whoever has it can sign in as {person.name}, so give it to nobody else.
    </Alert>
    <Group justify="flex-end">
      <CopyButton value={link} label="Copy link" />
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
