import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const CHOICES: readonly { readonly value: MantineColorScheme; readonly label: string; readonly icon: TablerIcon }[] = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

// Three entries of the person's menu; the browser keeps the choice.
export function ColourScheme(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Colours</Menu.Label>
      {CHOICES.map(({ value, label, icon: Icon }) => (
        <Menu.Item
          key={value}
          closeMenuOnClick={false}
          aria-current={colorScheme === value}
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
          rightSection={colorScheme === value && <IconCheck size={16} aria-label="chosen" />}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
