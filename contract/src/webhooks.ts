import type { Static } from 'typebox';
import {
  WEBHOOK_DELIVERY_DAYS_KEPT,
  WEBHOOK_NAME_CHARACTERS_MAX,
  WEBHOOK_ROTATION_HOURS,
  WEBHOOK_URL_CHARACTERS_MAX,
} from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import {
  count,
  dateTime,
  Deleted,
  exact,
  flag,
  listOf,
  mustBe,
  nameText,
  nullable,
  oneOf,
  revision,
  text,
  uuid,
} from './fields.js';
import { pageFields, pageOfExactly } from './page.js';
import { WEB_ADDRESS } from './patterns.js';
import { PersonRef } from './references.js';
import { Type } from './type.js';
import { MESSAGE_TYPES, WEBHOOK_TYPES } from './webhook-messages.js';
import { DELIVERY_STATES, OFF_REASONS } from './webhook-words.js';

const name = nameText(WEBHOOK_NAME_CHARACTERS_MAX, 'What it is for.');
const url = Type.String({
  maxLength: WEBHOOK_URL_CHARACTERS_MAX,
  pattern: WEB_ADDRESS,
  description: 'Where messages are posted to.',
  ...mustBe(`an address of at most ${WEBHOOK_URL_CHARACTERS_MAX} characters that begins with https://`),
});
const types = Type.Array(oneOf(WEBHOOK_TYPES, 'A type.'), {
  minItems: 1,
  uniqueItems: true,
  description: 'What it is told of.',
});

export const Webhook = exact('A webhook, without its secret.', {
  id: uuid('The webhook.'),
  name: text('What it is for.'),
  url: text('Where messages are posted to.'),
  types: listOf(oneOf(WEBHOOK_TYPES, 'A type.'), 'What it is told of.'),
  isOn: flag('Whether it is told of anything.'),
  offReason: nullable(
    oneOf(OFF_REASONS, 'Why.'),
    'Why it is off: a person; the receiver answered 410; nothing but failure for days; or the installation came out of a backup. Null while it is on.',
  ),
  offAt: nullable(dateTime('When.'), 'When it was switched off; null while it is on.'),
  failingSince: nullable(dateTime('When.'), 'Since when nothing but failure; null after a success.'),
  deliveredAt: nullable(dateTime('When.'), 'When the receiver last took a message.'),
  waiting: count('Messages that are to be sent, or sent again.'),
  failed: count('Messages that are not tried again, of those that are kept.'),
  lastFour: text('The last four characters of its secret.'),
  oldSecretUntil: nullable(
    dateTime('When.'),
    'Until then messages carry the signature of the secret before this one too; null: they do not.',
  ),
  revision,
  createdAt: dateTime('When it was made.'),
  createdBy: nullable(PersonRef, 'Who made it; null when nobody is known.'),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookList = exact("The merchant's webhooks.", {
  items: listOf(Webhook, 'Newest first.'),
  webhooksMax: count('How many there may be.'),
});
export type WebhookList = Static<typeof WebhookList>;

export const NewWebhook = exact('A webhook whose secret was just made.', {
  webhook: Webhook,
  secret: text('The secret, `whsec_…`. It is in no other answer.'),
});
export type NewWebhook = Static<typeof NewWebhook>;

export const CreateWebhookRequest = exact('A webhook to make.', { name, url, types });
export type CreateWebhookRequest = Static<typeof CreateWebhookRequest>;

export const UpdateWebhookRequest = exact('What is left out stays as it is.', {
  revision,
  name: Type.Optional(name),
  url: Type.Optional(url),
  types: Type.Optional(types),
  isOn: Type.Optional(flag('Switched on, it is told of what happens from then on.')),
});
export type UpdateWebhookRequest = Static<typeof UpdateWebhookRequest>;

export const WebhookDelivery = exact('A message to a webhook, and what became of it.', {
  id: uuid('The message: what it carries as webhook-id.'),
  type: oneOf(MESSAGE_TYPES, 'What it tells.'),
  at: dateTime('When that happened.'),
  body: text('What is sent: the JSON of the message.'),
  state: oneOf(DELIVERY_STATES, 'Waiting: to be sent, or sent again. Failed: not tried again.'),
  attempts: count('How often it was sent.'),
  attemptedAt: nullable(dateTime('When.'), 'When it was last sent.'),
  nextAttemptAt: nullable(dateTime('When.'), 'Not before then it is sent again; null: it is not.'),
  statusCode: nullable(Type.Integer(), 'What the receiver answered last; null: nothing.'),
  durationMs: nullable(count('Milliseconds.'), 'How long the last attempt took.'),
  problem: nullable(Type.String(), 'Why the last attempt failed, in a sentence.'),
  answer: nullable(Type.String(), 'The beginning of what the receiver answered last, if it is on the internet.'),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryPage = pageOfExactly(WebhookDelivery, 'Newest first.');
export type WebhookDeliveryPage = Static<typeof WebhookDeliveryPage>;

export const WebhookDeliveriesQuery = exact('What to list.', {
  ...pageFields,
  state: Type.Optional(oneOf(DELIVERY_STATES, 'Only these.')),
  deliveryId: Type.Optional(uuid('Only this one.')),
});
export type WebhookDeliveriesQuery = Static<typeof WebhookDeliveriesQuery>;

export const ResendRequest = exact('A message to send again.', { deliveryId: uuid('The message.') });
export type ResendRequest = Static<typeof ResendRequest>;

export const ResentFailed = exact('What is sent again.', { messages: count('How many messages.') });
export type ResentFailed = Static<typeof ResentFailed>;

export const webhookEndpoints = {
  listWebhooks: endpoint('GET /webhooks', person('admin'), {
    summary: 'The webhooks of the merchant',
    response: WebhookList,
  }),
  createWebhook: endpoint('POST /webhooks', person('admin'), {
    dangerous: true,
    summary: 'Make a webhook; its secret is shown once',
    body: CreateWebhookRequest,
    response: NewWebhook,
    errors: [409, 422, 429],
  }),
  getWebhook: endpoint('GET /webhooks/:id', person('admin'), {
    summary: 'One webhook',
    response: Webhook,
  }),
  updateWebhook: endpoint('PATCH /webhooks/:id', person('admin'), {
    summary: 'Change a webhook, or switch it on or off',
    description: 'Another address asks for a fresh proof of who it is: it is told what the one before it was.',
    body: UpdateWebhookRequest,
    response: Webhook,
    errors: [409, 422, 429],
  }),
  rotateWebhookSecret: endpoint('POST /webhooks/:id/rotate', person('admin'), {
    dangerous: true,
    summary: `Make another secret; both sign for ${WEBHOOK_ROTATION_HOURS} hours`,
    response: NewWebhook,
  }),
  testWebhook: endpoint('POST /webhooks/:id/test', person('admin'), {
    summary: 'Send a message that tells of nothing',
    response: WebhookDelivery,
    errors: [409],
  }),
  listWebhookDeliveries: endpoint('GET /webhooks/:id/deliveries', person('admin'), {
    summary: `Its messages of ${WEBHOOK_DELIVERY_DAYS_KEPT} days`,
    query: WebhookDeliveriesQuery,
    response: WebhookDeliveryPage,
  }),
  resendWebhookDelivery: endpoint('POST /webhooks/:id/resend', person('admin'), {
    summary: 'Send one message again',
    body: ResendRequest,
    response: WebhookDelivery,
    errors: [404, 409],
  }),
  resendFailedDeliveries: endpoint('POST /webhooks/:id/resend-failed', person('admin'), {
    summary: 'Send every message again that failed',
    response: ResentFailed,
    errors: [409],
  }),
  deleteWebhook: endpoint('DELETE /webhooks/:id', person('admin'), {
    summary: 'Delete a webhook and its messages',
    response: Deleted,
  }),
};
