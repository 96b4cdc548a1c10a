import { Anchor, Text } from '@mantine/core';
import type { NewWebhook } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { Copyable } from '../ui/copyable.js';
import { ShownOnce } from '../ui/shown-once.js';

type Props = { readonly made: NewWebhook; readonly onClose: () => void };

export const NewSecret = ({ made, onClose }: Props): ReactNode => (
  <ShownOnce
    what="secret"
    advice="Keep it in the other system. With it, that system checks that a message comes from here. It cannot be shown again."
    loss="Without it the other system cannot tell your messages from forged ones."
    doneLabel="I have stored it"
    onClose={onClose}
  >
    {(onCopied) => (
      <>
        <Copyable label="Secret" text={made.secret} button="Copy secret" onCopied={onCopied} />
        <Text size="sm">
          How to check messages, with lines to copy:{' '}
          <Anchor href="/docs/webhooks" inherit underline="always">
            the guide for developers
          </Anchor>
          .
        </Text>
      </>
    )}
  </ShownOnce>
);
