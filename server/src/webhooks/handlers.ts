import { listWebhookDeliveries, resendFailedDeliveries, resendWebhookDelivery, testWebhook } from './deliveries.js';
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateWebhookSecret } from './manage-webhooks.js';
import { updateWebhook } from './update-webhook.js';

export const webhookHandlers = {
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  resendFailedDeliveries,
};
