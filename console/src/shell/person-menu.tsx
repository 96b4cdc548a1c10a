import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBook,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconLogout2,
  IconMoon,
  IconSun,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ColourScheme } from '@vitrine/contract/account-words';
import type { Me } from '@vitrine/contract/session';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { LinkMenuItem } from '../ui/links.js';
import { notifyFailure } from '../ui/notify.js';
import { useColours } from '../ui/use-colours.js';
import { openHelp } from './shortcuts.js';
import { useSignOut } from './use-sign-out.js';

export function PersonMenu({ me: { person } }: { readonly me: Me }): ReactNode {
  const signOut = useSignOut();
  const [isAsking, asking] = useDisclosure();
  const leave = (): void => void signOut('signOut').catch(notifyFailure);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <UnstyledButton aria-label={`Account of ${person.name}`}>
            <Avatar name={person.name} variant="filled" color="accent" radius="xl" size={34} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Text px="sm" pt={6} size="sm" fw={600} truncate>
            {person.name}
          </Text>
          <Text px="sm" pb={6} size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
          <Menu.Divider />
          <LinkMenuItem to="/account" leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}>
            My account
          </LinkMenuItem>
          <Menu.Divider />
          <ColourScheme />
          <Menu.Divider />
          <Menu.Item component="a" href="/docs" leftSection={<IconBook size={18} stroke={1.6} aria-hidden />}>
            API guides
          </Menu.Item>
          <Menu.Item
            visibleFrom="sm"
            leftSection={<IconKeyboard size={18} stroke={1.6} aria-hidden />}
            onClick={openHelp}
          >
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />} onClick={leave}>
            Sign out
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout2 size={18} stroke={1.6} aria-hidden />} onClick={asking.open}>
            Sign out everywhere
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={() => signOut('signOutEverywhere')}
      >
        Every browser that is signed in as {person.email} has to sign in again, this one too.
      </ConfirmDialog>
    </>
  );
}

const CHOICES: readonly { readonly value: ColourScheme; readonly label: string; readonly icon: TablerIcon }[] = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

// Three entries of the person's menu; the choice is kept with the person.
function ColourScheme(): ReactNode {
  const { colours, choose } = useColours();
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      {CHOICES.map(({ value, label, icon: Icon }) => (
        <Menu.Item
          key={value}
          closeMenuOnClick={false}
          aria-current={colours === value}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={colours === value && <IconCheck size={16} aria-label="chosen" />}
          onClick={() => choose(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
