import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { NotFoundError } from '@vitrine/client';
import { WEBHOOK_TYPES } from '@vitrine/contract/change-types';
import type { Webhook } from '@vitrine/contract/webhooks';
import { MESSAGE_WORDS } from '@vitrine/contract/webhook-words';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { BackLink } from '../ui/back-link.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { HistoryButton } from '../ui/history-link.js';
import { Loaded } from '../ui/loaded.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { Deliveries } from './deliveries.js';
import { EditDialog } from './edit-dialog.js';
import { RotateDialog } from './rotate-dialog.js';
import { TestResult } from './test-result.js';
import { useWebhookSaved, useWebhooksChanged, webhookQuery } from './use-webhooks.js';
import { OFF_WORDS, toldWords, WebhookState } from './webhook-state.js';
import './webhooks.css';

const route = getRouteApi('/shell/settings/integrations/webhooks/$id');

export function WebhookPage(): ReactNode {
  const { id } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(webhookQuery(id));
  return (
    <>
      <BackLink to="/settings/integrations/webhooks">All webhooks</BackLink>
      <Loaded
        query={query}
        what="The webhook"
        heading="Webhook"
        way={{ to: '/settings/integrations/webhooks', label: 'All webhooks' }}
      >
        {(webhook) => (
          <Stack gap="lg">
            <Top webhook={webhook} />
            <Deliveries
              webhook={webhook}
              show={show}
              onShow={(state) => void navigate({ search: { show: state }, replace: true })}
            />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type Open = 'edit' | 'rotate' | 'off' | 'delete';

function Top({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const test = useMutation({
    mutationFn: () => call('testWebhook', { params: { id: webhook.id } }),
    onError: (thrown) => notifyFailure(thrown, 'The test was not sent'),
  });
  return (
    <div>
      <PageHeader
        title={webhook.name}
        description={
          <Group gap="xs">
            <WebhookState webhook={webhook} />
            <span className="webhooks-address">{webhook.url}</span>
          </Group>
        }
        actions={
          webhook.isOn && (
            <Button
              leftSection={<IconSend size={18} aria-hidden />}
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              Send a test
            </Button>
          )
        }
      />
      <Stack gap="md">
        {!webhook.isOn && <OffNotice webhook={webhook} />}
        {test.data !== undefined && <TestResult key={test.data.id} webhookId={webhook.id} test={test.data} />}
        <Settings webhook={webhook} onOpen={setOpen} />
      </Stack>
      {open === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {open === 'off' && <OffDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </div>
  );
}

// Why nothing is sent, and the way on.
function OffNotice({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const onSaved = useWebhookSaved();
  const switchOn = useMutation({
    mutationFn: () =>
      call('updateWebhook', { params: { id: webhook.id }, body: { revision: webhook.revision, isOn: true } }),
    onSuccess: (saved) => {
      onSaved(saved);
      notifyDone(`${webhook.name} is told of what happens from now on.`);
    },
    onError: (thrown) => notifyFailure(thrown, 'It was not switched on'),
  });
  return (
    <Alert
      color={webhook.offReason === 'person' ? 'gray' : 'red'}
      icon={<IconAlertTriangle aria-hidden />}
      title="This webhook is switched off"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {OFF_WORDS[webhook.offReason ?? 'person']}
          {webhook.offAt !== null && (
            <>
              {' '}
              Since <DateTime value={webhook.offAt} />.
            </>
          )}
        </Text>
        <Button size="xs" variant="default" loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
          Switch on
        </Button>
      </Stack>
    </Alert>
  );
}

type SettingsProps = { readonly webhook: Webhook; readonly onOpen: (open: Open) => void };

function Settings({ webhook, onOpen }: SettingsProps): ReactNode {
  const { types, createdAt, createdBy, lastFour, oldSecretUntil, isOn } = webhook;
  return (
    <Section title="Settings">
      <Text size="sm">
        {toldWords(webhook)}
        {types.length < WEBHOOK_TYPES.length && `: when ${types.map((type) => MESSAGE_WORDS[type]).join('; ')}`}.
      </Text>
      <Quiet>
        Created {createdBy !== null && `by ${createdBy.name} `}on <DateTime value={createdAt} precision="day" /> ·{' '}
        <span className="webhooks-whole">secret ends in …{lastFour}</span>
        {oldSecretUntil !== null && (
          <>
            {' '}
            · the secret before it signs too until <DateTime value={oldSecretUntil} />
          </>
        )}
      </Quiet>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => onOpen('edit')}>
          Edit
        </Button>
        <Button variant="default" size="xs" onClick={() => onOpen('rotate')}>
          New secret
        </Button>
        {isOn && (
          <Button variant="default" size="xs" onClick={() => onOpen('off')}>
            Switch off
          </Button>
        )}
        <HistoryButton id={webhook.id} size="xs" />
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={() => onOpen('delete')}>
          Delete
        </Button>
      </Group>
    </Section>
  );
}

type DialogProps = { readonly webhook: Webhook; readonly onClose: () => void };

function OffDialog({ webhook, onClose }: DialogProps): ReactNode {
  const onSaved = useWebhookSaved();
  const switchOff = async (): Promise<void> => {
    const body = { revision: webhook.revision, isOn: false };
    onSaved(await call('updateWebhook', { params: { id: webhook.id }, body }));
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Switch off ${webhook.name}?`}
      confirmLabel="Switch off"
      onConfirm={switchOff}
    >
      Nothing is sent until you switch it on again, and it is not told later of what happens meanwhile.
    </ConfirmDialog>
  );
}

function DeleteDialog({ webhook, onClose }: DialogProps): ReactNode {
  const navigate = useNavigate();
  const onChanged = useWebhooksChanged();
  const remove = async (): Promise<void> => {
    await deleteOnce(webhook.id);
    notifyDone(`${webhook.name} is deleted.`);
    await navigate({ to: '/settings/integrations/webhooks' });
    await onChanged();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${webhook.name}?`}
      confirmLabel="Delete"
      isDangerous
      onConfirm={remove}
    >
      Nothing is sent to {webhook.url} any more, and the list of its messages is gone. This cannot be undone. To pause
      it, switch it off instead.
    </ConfirmDialog>
  );
}

// What somebody else has deleted is gone, which is what was asked for.
async function deleteOnce(id: string): Promise<void> {
  try {
    await call('deleteWebhook', { params: { id } });
  } catch (thrown) {
    if (!(thrown instanceof NotFoundError)) throw thrown;
  }
}
