import { PasswordInput, Text } from '@mantine/core';
import { PASSWORD_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

// Given where it is the first that is typed into.
type Props = { readonly first?: RefObject<HTMLInputElement | null> };

// A password that somebody has already. Caps Lock is told while it is typed, for nobody sees what stands there. The hint stays
// when the field is left: what lies below would move away from a click that is under way.
export function PasswordField({ first }: Props): ReactNode {
  const [isCapsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        maxLength={PASSWORD_CHARACTERS_MAX}
        required
        onKeyDown={look}
        onKeyUp={look}
        {...(first !== undefined && { ref: first, 'data-autofocus': true })}
      />
      <Text size="xs" mt={isCapsLock ? 4 : 0} role="status">
        {isCapsLock && 'Caps Lock is on.'}
      </Text>
    </div>
  );
}
