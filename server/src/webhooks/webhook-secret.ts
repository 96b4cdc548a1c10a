import { randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@vitrine/contract/webhook-signature';
import { openSecret, sealSecret } from '../identity/sealed-secret.js';
import { lastFourOf } from '../identity/token-secret.js';
import type { WebhookId } from '../ids.js';

// A multiple of three: its text ends without a sign that fills up.
const SECRET_BYTES = 33;

const toText = (bytes: Buffer): string => WEBHOOK_SECRET_PREFIX + bytes.toString('base64');

// As its owner sees it, once, and as it is kept.
export function newWebhookSecret(secretKey: string, webhookId: WebhookId) {
  const bytes = randomBytes(SECRET_BYTES);
  const secret = toText(bytes);
  return { secret, sealed: sealSecret(secretKey, webhookId, bytes, 'webhook'), lastFour: lastFourOf(secret) };
}

export const openWebhookSecret = (secretKey: string, webhookId: WebhookId, sealed: Buffer): string =>
  toText(openSecret(secretKey, webhookId, sealed, 'webhook'));
