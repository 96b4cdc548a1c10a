import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { WEBHOOK_DELIVERY_DAYS_KEPT } from '@vitrine/contract/console-limits';
import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import type { DeliveryState } from '@vitrine/contract/webhook-words';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { LineList } from '../ui/line-list.js';
import { notifyDone } from '../ui/notify.js';
import { PagedList, pagesQuery } from '../ui/paged-list.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { DeliveryRow } from './delivery-row.js';
import { useWebhooksChanged } from './use-webhooks.js';

type Show = DeliveryState | undefined;

const SOON_MS = 1500;

const deliveriesQuery = (id: string, state: Show, isMoving: boolean) => ({
  ...pagesQuery<WebhookDelivery>(['listWebhookDeliveries', id, state], (start, signal) =>
    call(
      'listWebhookDeliveries',
      { params: { id }, query: { ...start, ...(state !== undefined && { state }) } },
      signal,
    ),
  ),
  // What waits goes out by itself.
  ...(isMoving && { refetchInterval: SOON_MS }),
});

const CHOICES = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Taken' },
] as const;

const EMPTY: Readonly<Record<DeliveryState | 'all', string>> = {
  all: `Nothing was sent in the last ${WEBHOOK_DELIVERY_DAYS_KEPT} days.`,
  failed: 'Nothing has failed.',
  waiting: 'Nothing waits to be sent.',
  delivered: 'Nothing was taken yet.',
};

type Props = { readonly webhook: Webhook; readonly show: Show; readonly onShow: (show: Show) => void };

// What was sent, and what became of it.
export function Deliveries({ webhook, show, onShow }: Props): ReactNode {
  return (
    <Section title="Messages" gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Which messages"
          data={[...CHOICES]}
          value={show ?? 'all'}
          onChange={(value) => onShow(value === 'all' ? undefined : value)}
        />
        {webhook.failed > 0 && webhook.isOn && <ResendAll webhook={webhook} />}
      </Group>
      <PagedList
        query={deliveriesQuery(webhook.id, show, webhook.waiting > 0)}
        what="The messages"
        empty={<Quiet>{EMPTY[show ?? 'all']}</Quiet>}
      >
        {(items) => (
          <Stack gap="xs">
            <LineList label="Messages">
              {items.map((delivery) => (
                <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
              ))}
            </LineList>
            <Quiet size="xs">Messages are kept for {WEBHOOK_DELIVERY_DAYS_KEPT} days.</Quiet>
          </Stack>
        )}
      </PagedList>
    </Section>
  );
}

function ResendAll({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const onChanged = useWebhooksChanged();
  const resend = async (): Promise<void> => {
    const { messages } = await call('resendFailedDeliveries', { params: { id: webhook.id } });
    notifyDone(messages === 1 ? 'One message is sent again.' : `${messages.toLocaleString()} messages are sent again.`);
    await onChanged();
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Send all that failed again
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Send all that failed again?"
          confirmLabel="Send again"
          onConfirm={resend}
        >
          {webhook.failed === 1 ? 'One message' : `${webhook.failed.toLocaleString()} messages`} that {webhook.name} did
          not take. It is told of them as they happened then, the oldest first.
        </ConfirmDialog>
      )}
    </>
  );
}
