import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { NewWebhook } from '@vitrine/contract/webhooks';
import { useState, type ReactNode } from 'react';
import { Copyable } from '../ui/copyable.js';
import { useKeptOpen } from '../ui/dialog.js';

type Props = { readonly made: NewWebhook; readonly onClose: () => void };

const NOT_COPIED = {
  title: 'Close without copying the secret?',
  words: ['The secret is shown only now. Without it the other system cannot tell your messages from forged ones.'],
  stay: 'Go back',
  leave: 'Close anyway',
};

// The one time that the secret is shown. Until it was copied, by the button or by hand, a slip does not close it.
export function NewSecret({ made, onClose }: Props): ReactNode {
  const [isCopied, setCopied] = useState(false);
  useKeptOpen(!isCopied, NOT_COPIED);
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It is shown only now">
        Keep it in the other system. With it, that system checks that a message comes from here. It cannot be shown
        again.
      </Alert>
      <Copyable label="Secret" text={made.secret} button="Copy secret" onCopied={() => setCopied(true)} />
      <Text size="sm">
        How to check messages, with lines to copy: <a href="/docs/webhooks">the guide for developers</a>.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
