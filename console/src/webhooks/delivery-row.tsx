import { Box, Button, Code, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { MESSAGE_WORDS } from '@vitrine/contract/webhook-words';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { DateTime } from '../ui/date-time.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { StatusBadge } from '../ui/status-badge.js';
import { useWebhooksChanged } from './use-webhooks.js';

type Props = { readonly webhook: Webhook; readonly delivery: WebhookDelivery };

const STATES = {
  delivered: ['good', 'Taken'],
  waiting: ['waiting', 'Waiting'],
  failed: ['bad', 'Failed'],
} as const;

const whenWords = ({ type }: Pick<WebhookDelivery, 'type'>): string => {
  const words = type === 'webhook.test' ? 'a test' : MESSAGE_WORDS[type];
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function DeliveryRow({ webhook, delivery }: Props): ReactNode {
  const [isOpen, { toggle }] = useDisclosure(false);
  const [tone, words] = STATES[delivery.state];
  const label = whenWords(delivery);
  return (
    <Box component="li" p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Group gap="xs">
            <Text fw={500}>{label}</Text>
            <StatusBadge tone={tone}>{words}</StatusBadge>
          </Group>
          <Quiet>
            <DateTime value={delivery.at} /> · <AttemptWords delivery={delivery} />
          </Quiet>
        </Stack>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`Details of ${label}`}
            onClick={toggle}
          >
            Details
          </Button>
          {webhook.isOn && delivery.state !== 'waiting' && <ResendButton webhook={webhook} delivery={delivery} />}
        </Group>
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <Details delivery={delivery} />}</Collapse>
    </Box>
  );
}

function AttemptWords({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { attempts, statusCode, durationMs, nextAttemptAt, state } = delivery;
  if (attempts === 0) return state === 'failed' ? 'never sent' : 'not sent yet';
  const took = durationMs === null ? '' : ` in ${durationMs.toLocaleString()} ms`;
  const answered = statusCode === null ? 'no answer' : `answered ${statusCode}${took}`;
  return (
    <>
      {answered} · {attempts === 1 ? 'sent once' : `sent ${attempts} times`}
      {state === 'waiting' && nextAttemptAt !== null && (
        <>
          {' '}
          · again <DateTime value={nextAttemptAt} />
        </>
      )}
    </>
  );
}

function ResendButton({ webhook, delivery }: Props): ReactNode {
  const onChanged = useWebhooksChanged();
  const resend = useMutation({
    mutationFn: () => call('resendWebhookDelivery', { params: { id: webhook.id }, body: { deliveryId: delivery.id } }),
    onSuccess: async () => {
      notifyDone('It is sent again.');
      await onChanged();
    },
    onError: (thrown) => notifyFailure(thrown, 'It was not sent again'),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={resend.isPending}
      aria-label={`Send again: ${whenWords(delivery)}`}
      onClick={() => resend.mutate()}
    >
      Send again
    </Button>
  );
}

const Details = ({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode => (
  <Stack gap="sm" mt="sm">
    {delivery.problem !== null && <Text size="sm">{delivery.problem}</Text>}
    {delivery.attemptedAt !== null && (
      <Quiet>
        Last sent <DateTime value={delivery.attemptedAt} />
      </Quiet>
    )}
    <Block label="What was sent" text={sentText(delivery)} />
    {delivery.answer !== null && delivery.answer !== '' && (
      <Block label="The beginning of the answer" text={delivery.answer} />
    )}
  </Stack>
);

const Block = ({ label, text }: { readonly label: string; readonly text: string }): ReactNode => (
  <Stack gap={4}>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <Code block className="webhooks-sent" aria-label={label} tabIndex={0}>
      {text}
    </Code>
  </Stack>
);

// As it was sent, but for the line breaks.
const sentText = ({ body }: WebhookDelivery): string => JSON.stringify(JSON.parse(body), null, 2);
