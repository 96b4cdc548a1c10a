import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { IconDots, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from './format-length.js';
import { IconButton } from './icon-button.js';
import './selection-bar.css';
import type { Many } from './use-many.js';

type Action<Key extends string> = {
  readonly key: Key;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly isDangerous?: true;
};

type Props<Key extends string> = {
  // "Selected media".
  readonly label: string;
  readonly count: number;
  readonly many: Many;
  readonly actions: readonly Action<Key>[];
  readonly onStart: (key: Key) => void;
  readonly onClear: () => void;
  // Beside the number, as a way to select all.
  readonly children?: ReactNode;
};

// What can be done with everything that is chosen. In sight however far the list is scrolled.
export const SelectionBar = <Key extends string>(props: Props<Key>): ReactNode => {
  const { label, count, many, actions, onStart, onClear, children } = props;
  return (
    <section className="selection-bar" aria-label={label}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <IconButton label="Clear the selection" icon={IconX} onClick={onClear} />
        <Text fw={600} size="sm" className="selection-bar-count" aria-live="polite">
          {formatCount(count)} selected
        </Text>
        {children}
      </Group>
      {many.progress === undefined ? (
        <Actions actions={actions} onStart={onStart} isOff={count === 0} />
      ) : (
        <Working many={many} />
      )}
    </section>
  );
};

type ActionsProps<Key extends string> = Pick<Props<Key>, 'actions' | 'onStart'> & { readonly isOff: boolean };

const RED = { c: 'var(--mantine-color-error)' };

// Buttons where there is room for their words, a menu on a phone.
const Actions = <Key extends string>({ actions, onStart, isOff }: ActionsProps<Key>): ReactNode => (
  <>
    <Group gap={4} wrap="nowrap" visibleFrom="md">
      {actions.map(({ key, label, icon: Icon, isDangerous }) => (
        <Button
          key={key}
          variant="subtle"
          size="compact-sm"
          disabled={isOff}
          {...(isDangerous && RED)}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => onStart(key)}
        >
          {label}
        </Button>
      ))}
    </Group>
    <Group gap={4} wrap="nowrap" hiddenFrom="md">
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <IconButton label="What to do with them" icon={IconDots} disabled={isOff} />
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ key, label, icon: Icon, isDangerous }) => (
            <Menu.Item
              key={key}
              {...(isDangerous && RED)}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onStart(key)}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  </>
);

function Working({ many: { progress } }: { readonly many: Many }): ReactNode {
  if (progress === undefined) return null;
  const { label, done, total } = progress;
  const share = total === 0 ? 100 : Math.max(3, (done / total) * 100);
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Text size="sm" c="dimmed">
        {total === 0 ? `${label} …` : `${label}: ${formatCount(done)} of ${formatCount(total)}`}
      </Text>
      <Progress value={share} w={80} size="sm" animated={total === 0} aria-label={label} />
    </Group>
  );
}

type SelectAllProps = {
  // As it is told: "1,500", "100,000+".
  readonly found: string;
  readonly onSelectAll: () => void;
};

export const SelectAllButton = ({ found, onSelectAll }: SelectAllProps): ReactNode => (
  <Button variant="subtle" size="compact-sm" onClick={onSelectAll} aria-label={`Select all ${found} found`}>
    Select all {found}
  </Button>
);
