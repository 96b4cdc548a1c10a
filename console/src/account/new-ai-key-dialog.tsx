import { Anchor, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AI_KEY_DAYS_OFFERED, AI_KEY_NAME_CHARACTERS_MAX } from '@vitrine/contract/ai-limits';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Copyable } from '../ui/copyable.js';
import { DaysRadios } from '../ui/days-radios.js';
import { DialogForm, type Sending } from '../ui/dialog-form.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
import { MakingDialog } from '../ui/making-dialog.js';
import { PermissionTicks } from '../ui/permission-ticks.js';
import { ShownOnce } from '../ui/shown-once.js';

type Days = (typeof AI_KEY_DAYS_OFFERED)[number];
type KeyInput = { readonly name: string; readonly permissions: AiPermission[]; readonly days: Days };
type Props = { readonly opened: boolean; readonly address: string; readonly onClose: () => void };

export function NewAiKeyDialog({ opened, address, onClose }: Props): ReactNode {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (body: KeyInput) => call('createAiKey', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listOwnAiKeys'] }),
  });
  return (
    <MakingDialog
      opened={opened}
      title="New key for an assistant"
      madeTitle="Copy the key now"
      making={create}
      form={<KeyForm create={create} />}
      onClose={onClose}
    >
      {({ value }, close) => <AiKeyValue value={value} address={address} onClose={close} />}
    </MakingDialog>
  );
}

function KeyForm({ create }: { readonly create: Sending<KeyInput> }): ReactNode {
  const [permissions, setPermissions] = useState<AiPermission[]>(['look']);
  const [days, setDays] = useState<Days>(30);
  return (
    <DialogForm
      onSend={(form) => create.mutate({ name: textIn(form, 'name').trim(), permissions, days })}
      sending={create}
      label="Create key"
      keptAs="new key"
      failureTitle="The key was not created"
    >
      <TextInput
        name="name"
        label="Name"
        description="Which assistant it is for. You will see it in the activity."
        placeholder="Claude on my laptop"
        autoComplete="off"
        maxLength={AI_KEY_NAME_CHARACTERS_MAX}
        data-autofocus
        {...NOT_BLANK}
      />
      <PermissionTicks
        label="What the assistant may do"
        offered={AI_PERMISSIONS}
        chosen={permissions}
        onChange={setPermissions}
      />
      <DaysRadios label="It works for" offered={AI_KEY_DAYS_OFFERED} days={days} onChange={setDays} />
    </DialogForm>
  );
}

type ValueProps = { readonly value: string; readonly address: string; readonly onClose: () => void };

export const AiKeyValue = ({ value, address, onClose }: ValueProps): ReactNode => (
  <ShownOnce
    what="key"
    advice="Whoever has it can do what you allowed, in your name. It is not stored here and cannot be shown again."
    loss="Without it you have to make another one."
    onClose={onClose}
  >
    {(onCopied) => (
      <>
        <Copyable label="Key" text={value} button="Copy key" onCopied={onCopied} />
        <Copyable label="Address" text={address} button="Copy address" onCopied={noKeyCopied} />
        <Copyable label="For Claude Code" text={claudeLine(address, value)} button="Copy line" onCopied={onCopied} />
        <Copyable
          label="For Cursor and others: a file"
          text={configuration(address, value)}
          button="Copy file"
          onCopied={onCopied}
        />
        <Text size="sm">
          How to connect VS Code, other assistants and a program of your own:{' '}
          <Anchor href="/docs/assistants" target="_blank">
            Connect an assistant
          </Anchor>{' '}
          (in a new tab).
        </Text>
      </>
    )}
  </ShownOnce>
);

// The address is there tomorrow, too.
const noKeyCopied = (): void => undefined;

const claudeLine = (address: string, value: string): string =>
  `claude mcp add --transport http vitrine ${address} --header "Authorization: Bearer ${value}"`;

const configuration = (url: string, value: string): string =>
  JSON.stringify({ mcpServers: { vitrine: { url, headers: { Authorization: `Bearer ${value}` } } } }, null, 2);
