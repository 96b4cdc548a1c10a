import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '@vitrine/contract/webhooks';
import { endpointQuery } from '../api/endpoint-query.js';

const EVERY_MS = 20_000;
const SOON_MS = 1500;

// Follows while it is looked at: messages go out by themselves.
export const webhooksQuery = { ...endpointQuery('listWebhooks'), staleTime: 0, refetchInterval: EVERY_MS };

export const webhookQuery = (id: string) => ({
  ...endpointQuery('getWebhook', { params: { id } }),
  staleTime: 0,
  refetchInterval: ({ state }: { readonly state: { readonly data: Webhook | undefined } }) =>
    (state.data?.waiting ?? 0) > 0 ? SOON_MS : EVERY_MS,
});

// What a change of webhooks is seen in.
export function useWebhooksChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['listWebhooks', 'getWebhook', 'listWebhookDeliveries'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

// The answer of a change is the webhook as it is now.
export function useWebhookSaved(): (webhook: Webhook) => void {
  const queryClient = useQueryClient();
  const forget = useWebhooksChanged();
  return (webhook) => {
    queryClient.setQueryData(webhookQuery(webhook.id).queryKey, webhook);
    void forget();
  };
}
