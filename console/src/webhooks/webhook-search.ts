import type { DeliveryState } from '@vitrine/contract/webhook-words';

type WebhookSearch = { readonly show?: DeliveryState | undefined };

const SHOWN: readonly DeliveryState[] = ['failed', 'waiting', 'delivered'];

// ?show=failed is a list that can be sent to somebody.
export const parseWebhookSearch = ({ show }: Record<string, unknown>): WebhookSearch => ({
  show: SHOWN.find((state) => state === show),
});
