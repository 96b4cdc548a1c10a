import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { SECOND_FACTOR_CODE_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { Me, SecondStepNeeded } from '@vitrine/contract/session';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { canUsePasskeys } from '../api/passkeys.js';
import { textIn } from '../ui/form-fields.js';
import { PasskeySignIn } from './passkey-sign-in.js';
import { SessionForm } from './session-form.js';

type Props = {
  readonly step: SecondStepNeeded['secondFactor'];
  readonly onDone: (me: Me) => unknown;
  readonly onBack: () => void;
};

// After the password: a code of the app, one from the paper, or a passkey.
export function SecondStep({ step: { ticket, app, passkey }, onDone, onBack }: Props): ReactNode {
  // A passkey is of no use in a browser that shows none here.
  const hasPasskey = passkey && canUsePasskeys();
  const [isOnPaper, setIsOnPaper] = useState(!app && !hasPasskey);
  const send = (form: FormData) => call('signInWithCode', { body: { ticket, code: textIn(form, 'code') } });
  return (
    <Stack>
      <Text fw={600}>One more step</Text>
      {isOnPaper || app ? (
        <SessionForm key={String(isOnPaper)} send={send} onDone={onDone} label="Sign in" advice={ADVICE}>
          {isOnPaper ? <RecoveryCode /> : <AppCode />}
        </SessionForm>
      ) : (
        <Text size="sm">Your password was right. Now use your passkey: your finger, your face or your PIN.</Text>
      )}
      {hasPasskey && <PasskeySignIn onDone={onDone} ticket={ticket} />}
      <Group justify="space-between">
        {(app || hasPasskey) && (
          <Anchor component="button" type="button" size="sm" onClick={() => setIsOnPaper(!isOnPaper)}>
            {wayWords(isOnPaper, app)}
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Start again
        </Anchor>
      </Group>
    </Stack>
  );
}

const ADVICE = 'Each code works once. After five wrong ones, start again.';

function wayWords(isOnPaper: boolean, app: boolean): string {
  if (!isOnPaper) return 'Use a recovery code';
  return app ? 'Use the app instead' : 'Use a passkey instead';
}

// The step takes the place of the form that was typed into.
const focus = (field: HTMLInputElement | null): void => field?.focus();

const AppCode = (): ReactNode => (
  <TextInput
    name="code"
    label="Code"
    description="The six digits that your authenticator app shows for Vitrine."
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={SECOND_FACTOR_CODE_CHARACTERS_MAX}
    required
    ref={focus}
  />
);

const RecoveryCode = (): ReactNode => (
  <TextInput
    name="code"
    label="Recovery code"
    description="One of the ten that you wrote down. It works once."
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={SECOND_FACTOR_CODE_CHARACTERS_MAX}
    required
    ref={focus}
  />
);
