import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { TOKEN_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import { READ_TOKEN_DAYS_MAX, TOKEN_DAYS_OFFERED, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import { SCOPES, withImpliedScopes, type Scope } from '@vitrine/contract/scopes';
import { useState, type ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { hasWrite, SCOPE_WORDS } from './scope-words.js';

type Days = (typeof TOKEN_DAYS_OFFERED)[number];
export type TokenOrder = { readonly name: string; readonly scopes: Scope[]; readonly days: Days };

type Props = {
  readonly onSubmit: (order: TokenOrder) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
};

export function TokenForm({ onSubmit, isSending, failure }: Props): ReactNode {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['media:read']);
  const [days, setDays] = useState<Days>(90);
  const daysMax = hasWrite(scopes) ? WRITE_TOKEN_DAYS_MAX : READ_TOKEN_DAYS_MAX;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name: name.trim(), scopes, days });
      }}
    >
      <Stack gap="lg">
        <TextInput
          label="Name"
          description="Which system it is for. You will see it in the activity."
          placeholder="Web shop"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={TOKEN_NAME_CHARACTERS_MAX}
          pattern=".*\S.*"
          title="A name that is not blank"
          required
          withAsterisk={false}
          data-autofocus
        />
        <ScopeChecks
          scopes={scopes}
          onChange={(ticked) => {
            setScopes(ticked);
            if (hasWrite(ticked) && days > WRITE_TOKEN_DAYS_MAX) setDays(WRITE_TOKEN_DAYS_MAX);
          }}
        />
        <LifetimeRadios days={days} daysMax={daysMax} onChange={setDays} />
        {failure !== null && <ErrorNotice failure={failure} title="No token was made" />}
        <Group justify="flex-end">
          <Button type="submit" loading={isSending} disabled={scopes.length === 0}>
            Make the token
          </Button>
        </Group>
      </Stack>
    </form>
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

type LifetimeProps = { readonly days: Days; readonly daysMax: number; readonly onChange: (days: Days) => void };

function LifetimeRadios({ days, daysMax, onChange }: LifetimeProps): ReactNode {
  return (
    <Radio.Group
      label="How long it lasts"
      description={
        daysMax === WRITE_TOKEN_DAYS_MAX
          ? `A token that can change something lasts ${WRITE_TOKEN_DAYS_MAX} days at most, so that a forgotten one ends by itself.`
          : 'Rotate it before it ends, and nothing stands still.'
      }
      value={String(days)}
      onChange={(value) => onChange(parseDays(value))}
    >
      <Group mt="xs">
        {TOKEN_DAYS_OFFERED.filter((offered) => offered <= daysMax).map((offered) => (
          <Radio key={offered} value={String(offered)} label={`${offered} days`} />
        ))}
      </Group>
    </Radio.Group>
  );
}

// The group offers nothing else.
const parseDays = (value: string): Days => Number(value) as Days;
