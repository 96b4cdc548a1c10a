import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type Props = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'aria-label'> & {
    readonly label: string;
    readonly icon: TablerIcon;
    readonly iconSize?: number;
  };

// A button that shows an icon and says its name, to a pointer that rests on it too.
export const IconButton = ({ label, icon: Icon, iconSize = 18, ...rest }: Props): ReactNode => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...rest}>
    <Icon size={iconSize} aria-hidden />
  </ActionIcon>
);
