import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Webhook, WebhookList } from '@vitrine/contract/webhooks';
import type { ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { EmptyState } from '../ui/empty-state.js';
import { IntegrationTabs } from '../ui/integration-tabs.js';
import { LineList } from '../ui/line-list.js';
import { LinkAnchor } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { NewButton } from '../ui/new-button.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { CreateDialog } from './create-dialog.js';
import { webhooksQuery } from './use-webhooks.js';
import { OFF_SHORT, toldWords, WebhookState } from './webhook-state.js';
import './webhooks.css';

// The other systems that are told of what happens here, without asking.
export function WebhooksPage(): ReactNode {
  const webhooks = useQuery(webhooksQuery);
  const navigate = useNavigate();
  const [isCreating, creating] = useDisclosure(false);
  const create = (
    <NewButton
      noun="webhook"
      isReady={webhooks.data !== undefined}
      full={fullWords(webhooks.data)}
      onClick={creating.open}
    />
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="A webhook tells another system, such as your web shop, at once when something happens here: media, tags, playlists, campaigns."
        actions={create}
      />
      <IntegrationTabs />
      <Loaded query={webhooks} what="The webhooks" loading={<LoadingRows count={3} />}>
        {({ items, webhooksMax }) =>
          items.length > 0 ? (
            <Stack gap="sm">
              <Quiet>
                {items.length} of {webhooksMax} webhooks. They belong to the merchant and stay when people leave.
              </Quiet>
              <LineList label="Webhooks">
                {items.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} />
                ))}
              </LineList>
            </Stack>
          ) : (
            <EmptyState icon={IconWebhook} title="No system is told yet" action={create}>
              Its developers give you an address; you choose what it is told. Every message is signed, so that it can
              tell yours from forged ones.
            </EmptyState>
          )
        }
      </Loaded>
      <CreateDialog
        opened={isCreating}
        onClose={creating.close}
        onMade={({ webhook }) =>
          void navigate({ to: '/settings/integrations/webhooks/$id', params: { id: webhook.id } })
        }
      />
    </>
  );
}

const fullWords = (list: WebhookList | undefined): string | undefined =>
  list === undefined || list.items.length < list.webhooksMax
    ? undefined
    : `There are ${list.webhooksMax} webhooks, which is the most. Delete one to make room.`;

const WebhookRow = ({ webhook }: { readonly webhook: Webhook }): ReactNode => (
  <Box component="li" p="md">
    <Stack gap={6}>
      <Group gap="xs">
        <Title order={2} size="h3">
          <LinkAnchor to="/settings/integrations/webhooks/$id" params={{ id: webhook.id }} inherit>
            {webhook.name}
          </LinkAnchor>
        </Title>
        <WebhookState webhook={webhook} />
      </Group>
      <Text size="sm" ff="monospace" className="webhooks-address">
        {webhook.url}
      </Text>
      <Quiet>
        {webhook.offReason === null ? toldWords(webhook) : sentence(OFF_SHORT[webhook.offReason])}
        {webhook.deliveredAt !== null && (
          <>
            {' '}
            · last taken <DateTime value={webhook.deliveredAt} />
          </>
        )}
        {webhook.waiting > 0 && ` · ${webhook.waiting.toLocaleString()} waiting`}
        {webhook.failed > 0 && ` · ${webhook.failed.toLocaleString()} failed`}
      </Quiet>
    </Stack>
  </Box>
);

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
