import { Checkbox, Stack } from '@mantine/core';
import type { AiPermission } from '@vitrine/contract/ai-words';
import type { ReactNode } from 'react';
import { PERMISSION_WORDS } from './ai-words.js';

type Props = {
  readonly label: string;
  readonly offered: readonly AiPermission[];
  readonly chosen: readonly AiPermission[];
  readonly onChange: (chosen: AiPermission[]) => void;
};

// What an assistant may do. It may always look.
export function PermissionTicks({ label, offered, chosen, onChange }: Props): ReactNode {
  const toggle = (permission: AiPermission): void =>
    onChange(chosen.includes(permission) ? chosen.filter((one) => one !== permission) : [...chosen, permission]);
  return (
    <Checkbox.Group label={label} value={[...chosen]}>
      <Stack gap="xs" mt="xs">
        {offered.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            {...PERMISSION_WORDS[permission]}
            disabled={permission === 'look'}
            onChange={() => toggle(permission)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
