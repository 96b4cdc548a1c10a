import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

type Props = {
  readonly label: string;
  readonly text: string;
  readonly button: string;
  readonly onCopied: () => void;
};

// What is shown once, to be copied by the button or by hand.
export const Copyable = ({ label, text, button, onCopied }: Props): ReactNode => (
  <Stack gap={6}>
    <Group justify="space-between">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <CopyButton value={text} label={button} onCopied={onCopied} />
    </Group>
    <Code block aria-label={label} tabIndex={0} onCopy={onCopied}>
      {text}
    </Code>
  </Stack>
);
