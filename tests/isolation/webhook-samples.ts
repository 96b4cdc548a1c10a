import type { SampleIds } from './sample.js';

// What the console does with webhooks.
export const webhookSamples = ({ at, named }: SampleIds) => ({
  listWebhooks: [{}],
  createWebhook: [
    { body: { name: 'Shop', url: 'https://shop.example/hook', types: ['media.ready', 'token.expiring'] } },
  ],
  getWebhook: [{ id: at.webhook }],
  updateWebhook: [
    { id: at.webhook, body: { revision: 1, name: 'Renamed' } },
    { id: at.webhookToDelete, body: { revision: 1, isOn: false } },
  ],
  rotateWebhookSecret: [{ id: at.webhook }],
  testWebhook: [{ id: at.webhook }],
  listWebhookDeliveries: [
    { id: at.webhook },
    { id: at.webhook, query: '?limit=1' },
    { id: at.webhook, query: '?state=failed' },
  ],
  resendWebhookDelivery: [{ id: at.webhook, body: { deliveryId: named.delivery } }],
  resendFailedDeliveries: [{ id: at.webhook }],
  deleteWebhook: [{ id: at.webhookToDelete }],
});
