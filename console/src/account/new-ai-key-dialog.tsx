import { Anchor, Group, Radio, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AI_KEY_DAYS_OFFERED, AI_KEY_NAME_CHARACTERS_MAX } from '@vitrine/contract/ai-limits';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Copyable } from '../ui/copyable.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
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
  const close = (): void => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={create.data === undefined ? 'New key for an assistant' : 'Copy the key now'}
      size="lg"
    >
      {create.data === undefined ? (
        <KeyForm onCreate={create.mutate} sending={create} />
      ) : (
        <AiKeyValue value={create.data.value} address={address} onClose={close} />
      )}
    </Dialog>
  );
}

type FormProps = {
  readonly onCreate: (input: KeyInput) => void;
  readonly sending: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown };
};

function KeyForm({ onCreate, sending }: FormProps): ReactNode {
  const [permissions, setPermissions] = useState<AiPermission[]>(['look']);
  const [days, setDays] = useState<Days>(30);
  return (
    <DialogForm
      onSend={(form) => onCreate({ name: textIn(form, 'name').trim(), permissions, days })}
      sending={sending}
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
      <Radio.Group label="It works for" value={String(days)} onChange={(value) => setDays(daysOf(value))}>
        <Group mt="xs">
          {AI_KEY_DAYS_OFFERED.map((offered) => (
            <Radio key={offered} value={String(offered)} label={`${offered} days`} />
          ))}
        </Group>
      </Radio.Group>
    </DialogForm>
  );
}

const daysOf = (value: string): Days => AI_KEY_DAYS_OFFERED.find((offered) => String(offered) === value) ?? 30;

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
