import { Alert, Loader, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { WEBHOOK_ANSWER_SECONDS_MAX } from '@vitrine/contract/console-limits';
import type { WebhookDelivery } from '@vitrine/contract/webhooks';
import { useEffect, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { useWebhooksChanged } from './use-webhooks.js';

const LOOK_MS = 700;
// A minute of them: the other system has a quarter of it.
const LOOKS_MAX = 90;

type Props = { readonly webhookId: string; readonly test: WebhookDelivery };

// What became of a test: looked for until the other system has answered, or has had its time.
export function TestResult({ webhookId, test }: Props): ReactNode {
  const onChanged = useWebhooksChanged();
  const { data = test } = useQuery({
    queryKey: ['test of a webhook', test.id],
    queryFn: async ({ signal }) => {
      const query = { deliveryId: test.id };
      const { items } = await call('listWebhookDeliveries', { params: { id: webhookId }, query }, signal);
      return items[0] ?? test;
    },
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < LOOKS_MAX && (state.data === undefined || isUnderWay(state.data)) ? LOOK_MS : false,
    staleTime: 0,
  });
  const isDone = !isUnderWay(data);
  useEffect(() => {
    if (isDone) void onChanged();
    // Once, when it is known.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone]);
  return <div role="status">{isDone ? <Result delivery={data} /> : <Waiting />}</div>;
}

const isUnderWay = ({ state }: WebhookDelivery): boolean => state === 'waiting';

const Waiting = (): ReactNode => (
  <Alert color="gray" icon={<Loader size={18} />} title="The test is on its way">
    The other system has {WEBHOOK_ANSWER_SECONDS_MAX} seconds to answer.
  </Alert>
);

function Result({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { state, statusCode, durationMs, problem, answer } = delivery;
  const isTaken = state === 'delivered';
  return (
    <Alert
      color={isTaken ? 'teal' : 'red'}
      icon={isTaken ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
      title={isTaken ? 'The test was taken' : 'The test was not taken'}
    >
      <Stack gap={4}>
        <Text size="sm">
          {problem ?? 'The other system answered as it should.'}
          {statusCode !== null && ` Answer ${statusCode}`}
          {statusCode !== null && durationMs !== null && `, after ${durationMs.toLocaleString()} ms`}
          {statusCode !== null && '.'}
        </Text>
        {!isTaken && answer !== null && answer !== '' && (
          <Text size="sm" ff="monospace" className="webhooks-address">
            {answer}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
