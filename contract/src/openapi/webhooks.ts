import { MESSAGE_TYPES, type MessageType } from '../change-types.js';
import { WEBHOOK_ANSWER_SECONDS_MAX } from '../console-limits.js';
import { frontWindow, poster, running, summer, type Example } from '../examples/content.js';
import { MESSAGES, type WebhookMessage } from '../webhook-messages.js';
import { MESSAGE_WORDS } from '../webhook-words.js';
import { toSchema, type JsonObject } from './to-schema.js';

// Each message that a webhook is sent, by its type: what the receiver takes and what it answers.
export const toWebhooks = (): JsonObject =>
  Object.fromEntries(MESSAGE_TYPES.map((type) => [type, { post: toReceiving(type) }]));

function toReceiving(type: MessageType): JsonObject {
  const words = MESSAGE_WORDS[type];
  return {
    operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ['Webhooks'],
    summary: type,
    description: `Sent when ${words}.`,
    // The signature says who sends it; nothing else does.
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toMessageSchema(type), examples: { message: messageExample(type) } } },
    },
    responses: {
      '2XX': {
        description: `Taken. Anything else, and no answer within ${WEBHOOK_ANSWER_SECONDS_MAX} seconds, is tried again later.`,
      },
      '410': { description: 'Nobody takes it here any more: the webhook is switched off.' },
    },
  };
}

function toMessageSchema(type: MessageType): JsonObject {
  const message = MESSAGES.find(({ properties }) => properties.type.enum.some((one) => one === type));
  if (message === undefined) throw new Error(`${type} has no schema`);
  return { allOf: [toSchema(message), { type: 'object', properties: { type: { const: type } } }] };
}

const headerOf = (name: string, description: string, schema: JsonObject, example: string | number): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

// Of Standard Webhooks 1.0.0, by component name.
export const WEBHOOK_HEADERS = {
  WebhookId: headerOf(
    'webhook-id',
    'The message, the same at every attempt: pass over what you have done with. Of a change, its `id` in the feed.',
    { type: 'string' },
    '0f8b6f0e-6a0e-4f0d-9d3c-5a2f3c1b7e11',
  ),
  WebhookTimestamp: headerOf(
    'webhook-timestamp',
    'When this attempt was made, in Unix seconds. Take none that is more than five minutes away.',
    { type: 'integer' },
    1_781_515_801,
  ),
  WebhookSignature: headerOf(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256, in base64, of `webhook-id.webhook-timestamp.body` with the bytes behind `whsec_` of the secret. Several between spaces while a secret is replaced: one of them fits.',
    { type: 'string' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

const GB = 1024 ** 3;

// What each kind of message carries.
const DATA: Readonly<Record<string, WebhookMessage['data']>> = {
  media: { mediaId: poster.id },
  tag: { tagId: summer.id },
  playlist: { playlistId: frontWindow.id },
  campaign: { lineageId: running.lineageId },
  token: {
    tokenId: '5f0c7c1e-3d4b-4a6f-9b2a-8c1d2e3f4a5b',
    name: 'Web shop',
    lastFour: 'x7Qd',
    expiresAt: '2026-06-29T09:30:00.000Z',
    daysLeft: 14,
  },
  storage: { usedBytes: 9 * GB, quotaBytes: 10 * GB },
  webhook: { webhookId: 'b7d1e9a4-0c52-4f3e-8a61-2d9f4c7b8e30' },
};

function messageExample(type: MessageType): Example {
  const data = DATA[type.slice(0, type.indexOf('.'))];
  return { summary: 'The message', value: { type, timestamp: '2026-06-15T09:30:00.000Z', data } };
}
