import { Alert, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Merchant } from '@vitrine/contract/console/merchant';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.js';
import { DateTime } from '../ui/date-time.js';

export function PlanCard({ merchant }: { readonly merchant: Merchant }): ReactNode {
  const { plan, suspended, id } = merchant;
  return (
    <Card withBorder component="section" aria-label="Plan">
      <Stack gap="sm">
        <Title order={2}>Plan</Title>
        <Text size="sm">
          <Text span fw={600}>
            {plan.name}
          </Text>
          {plan.endsAt === null ? ', without an end' : <EndsAt moment={plan.endsAt} />}
        </Text>
        <Text size="sm" c="dimmed">
          {plan.allowsWrites
            ? 'Integrations may read, upload media and add tags.'
            : 'Integrations may read, and write nothing.'}
        </Text>
        {suspended && (
          <Alert color="red" variant="light" title="Suspended">
            The operator has stopped the tokens of this merchant. Ask them why.
          </Alert>
        )}
        <Group justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed" ff="monospace" truncate>
            {id}
          </Text>
          <CopyButton value={id} label="Copy id" />
        </Group>
      </Stack>
    </Card>
  );
}

const EndsAt = ({ moment }: { readonly moment: string }): ReactNode => (
  <>
    , until <DateTime value={moment} />
  </>
);
