import { Code, Group, type GroupProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.js';

// What to open on a television. People type it with a remote control, so it is short and stands there in full.
const addressOfScreens = (): string => `${window.location.origin}/screen`;

export const ScreenAddress = ({ justify = 'flex-start' }: Pick<GroupProps, 'justify'>): ReactNode => (
  <Group component="span" gap="xs" wrap="wrap" justify={justify}>
    <Code className="screens-address">{addressOfScreens().replace(/^https:\/\//, '')}</Code>
    <CopyButton value={addressOfScreens()} label="Copy" />
  </Group>
);
