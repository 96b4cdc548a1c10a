import { Checkbox, Group, Input, Stack } from '@mantine/core';
import { WEBHOOK_TYPES, type WebhookType } from '@vitrine/contract/change-types';
import { MESSAGE_WORDS } from '@vitrine/contract/webhook-words';
import type { ReactNode } from 'react';

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Media', ['media']],
  ['Tags', ['tag']],
  ['Playlists', ['playlist']],
  ['Campaigns', ['campaign']],
  ['Tokens and storage', ['token', 'storage']],
];

const kindOf = (type: WebhookType): string => type.slice(0, type.indexOf('.'));

type Props = { readonly types: readonly WebhookType[]; readonly onChange: (types: WebhookType[]) => void };

// What the other system is told, by group; a group is ticked as a whole or in part.
export const TypeChecks = ({ types, onChange }: Props): ReactNode => (
  <Input.Wrapper
    component="fieldset"
    label="Tell it when …"
    labelElement="div"
    className="webhooks-types"
    error={types.length === 0 && 'Choose at least one.'}
  >
    <Stack gap="md" mt="xs">
      {GROUPS.map(([label, kinds]) => (
        <TypeGroup
          key={label}
          label={label}
          offered={WEBHOOK_TYPES.filter((type) => kinds.includes(kindOf(type)))}
          types={types}
          onChange={onChange}
        />
      ))}
    </Stack>
  </Input.Wrapper>
);

type GroupProps = Props & { readonly label: string; readonly offered: readonly WebhookType[] };

function TypeGroup({ label, offered, types, onChange }: GroupProps): ReactNode {
  const ticked = offered.filter((type) => types.includes(type));
  // In the order of the table, whichever was ticked first.
  const set = (wanted: ReadonlySet<WebhookType>): void => onChange(WEBHOOK_TYPES.filter((type) => wanted.has(type)));
  const setAll = (isOn: boolean): void => {
    const others = types.filter((type) => !offered.includes(type));
    set(new Set(isOn ? [...others, ...offered] : others));
  };
  const toggle = (type: WebhookType): void =>
    set(new Set(types.includes(type) ? types.filter((one) => one !== type) : [...types, type]));
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Checkbox
        label={label}
        fw={500}
        checked={ticked.length === offered.length}
        indeterminate={ticked.length > 0 && ticked.length < offered.length}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      <Group gap="xs" ml="xl" className="webhooks-type-list">
        {offered.map((type) => (
          <Checkbox
            key={type}
            size="sm"
            label={MESSAGE_WORDS[type]}
            checked={types.includes(type)}
            onChange={() => toggle(type)}
          />
        ))}
      </Group>
    </Stack>
  );
}
