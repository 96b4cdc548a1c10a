import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useKeptOpen } from './dialog.js';

type Props = {
  // "token".
  readonly what: string;
  // Where to keep it, and what it is good for.
  readonly advice: string;
  // What is to be done without it.
  readonly loss: string;
  readonly doneLabel?: string;
  readonly onClose: () => void;
  // The value, and whatever holds it: each tells when it was copied.
  readonly children: (onCopied: () => void) => ReactNode;
};

// In a Dialog: the one time that a value is shown. Until it was copied, by a button or by hand, a slip does not close it.
export function ShownOnce({ what, advice, loss, doneLabel = 'I have copied it', onClose, children }: Props): ReactNode {
  const [isCopied, setCopied] = useState(false);
  useKeptOpen(!isCopied, {
    title: `Close without copying the ${what}?`,
    words: [`The ${what} is shown only now. ${loss}`],
    stay: 'Go back',
    leave: 'Close anyway',
  });
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It is shown only now">
        {advice}
      </Alert>
      {children(() => setCopied(true))}
      <Group justify="flex-end" className="dialog-foot">
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </Stack>
  );
}
