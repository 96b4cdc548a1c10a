import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { codeInAddress } from './pairing-code.js';

type Props = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly isFocused: boolean;
  readonly ref: Ref<HTMLInputElement>;
};

// Takes the characters as people type them; they are cleaned when they are sent, so that nothing moves under the cursor. Of a
// whole address only the code stays.
export const CodeInput = ({ value, onChange, error, isFocused, ref }: Props): ReactNode => (
  <TextInput
    ref={ref}
    name="code"
    label="Code"
    description="The six characters on the television."
    value={value}
    onChange={({ currentTarget }) => onChange(codeInAddress(currentTarget.value) ?? currentTarget.value)}
    error={error}
    required
    autoComplete="off"
    autoCapitalize="characters"
    autoCorrect="off"
    spellCheck={false}
    classNames={{ input: 'screens-code' }}
    {...(isFocused && { 'data-autofocus': true })}
  />
);
