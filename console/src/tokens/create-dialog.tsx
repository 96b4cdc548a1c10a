import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TOKEN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { READ_TOKEN_DAYS_MAX, TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { type Scope, SCOPES, withImpliedScopes } from '@vitrine/contract/scopes';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { DaysRadios } from '../ui/days-radios.js';
import { DialogForm, type Sending } from '../ui/dialog-form.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
import { MakingDialog } from '../ui/making-dialog.js';
import { NewTokenValue } from './new-token-value.js';
import { hasWrite, SCOPE_WORDS } from './scope-words.js';

type Days = (typeof TOKEN_DAYS_OFFERED)[number];
type TokenInput = { readonly name: string; readonly scopes: Scope[]; readonly days: Days };

type Props = { readonly opened: boolean; readonly onClose: () => void };

export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (body: TokenInput) => call('createToken', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listTokens'] }),
  });
  return (
    <MakingDialog
      opened={opened}
      title="New token"
      madeTitle="Copy the token now"
      making={create}
      form={<TokenForm create={create} />}
      onClose={onClose}
    >
      {(made, close) => <NewTokenValue made={made} onClose={close} />}
    </MakingDialog>
  );
}

function TokenForm({ create }: { readonly create: Sending<TokenInput> }): ReactNode {
  const [scopes, setScopes] = useState<Scope[]>(['media:read']);
  const [days, setDays] = useState<Days>(90);
  const daysMax = hasWrite(scopes) ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  return (
    <DialogForm
      onSend={(form) => create.mutate({ name: textIn(form, 'name').trim(), scopes, days })}
      sending={create}
      label="Create token"
      keptAs="new token"
      failureTitle="The token was not created"
      disabled={scopes.length === 0}
    >
      <TextInput
        name="name"
        label="Name"
        description="Which system it is for. You will see it in the activity."
        placeholder="Web shop"
        maxLength={TOKEN_NAME_CHARACTERS_MAX}
        {...NOT_BLANK}
        data-autofocus
      />
      <ScopeChecks
        scopes={scopes}
        onChange={(ticked) => {
          setScopes(ticked);
          if (hasWrite(ticked) && days > WRITE_TOKEN_DAYS_MAX) setDays(WRITE_TOKEN_DAYS_MAX);
        }}
      />
      <DaysRadios
        label="How long it lasts"
        description={
          daysMax === WRITE_TOKEN_DAYS_MAX
            ? `A token that can change something lasts ${WRITE_TOKEN_DAYS_MAX} days at most, so that a forgotten one ends by itself.`
            : 'Rotate it before it ends, and nothing stops working.'
        }
        offered={TOKEN_DAYS_OFFERED.filter((offered) => offered <= daysMax)}
        days={days}
        onChange={setDays}
      />
    </DialogForm>
  );
}

type ScopeProps = { readonly scopes: readonly Scope[]; readonly onChange: (scopes: Scope[]) => void };

// Ticking a write ticks its read; a read that a ticked one needs stays ticked.
function ScopeChecks({ scopes, onChange }: ScopeProps): ReactNode {
  const isNeeded = (scope: Scope): boolean => withImpliedScopes(scopes.filter((one) => one !== scope)).includes(scope);
  const toggle = (scope: Scope): void =>
    onChange(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : withImpliedScopes([...scopes, scope]));
  return (
    <Stack gap="sm" role="group" aria-label="What it may do">
      <Text fw={500} size="sm" aria-hidden>
        What it may do
      </Text>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={scopes.includes(scope)}
          disabled={isNeeded(scope)}
          onChange={() => toggle(scope)}
          label={SCOPE_WORDS[scope].label}
          description={SCOPE_WORDS[scope].effect}
        />
      ))}
    </Stack>
  );
}
