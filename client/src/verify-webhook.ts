import { WebhookVerificationError } from './errors.js';
import type {
  CampaignMessage,
  MediaMessage,
  PlaylistMessage,
  StorageMessage,
  TagMessage,
  TestMessage,
  TokenMessage,
} from './generated/types.js';
import { isSignedBy, WEBHOOK_TOLERANCE_SECONDS } from './generated/webhook-signature.js';

/** What a webhook is sent; its `type` says what happened, its `data` to what. */
export type WebhookMessage = (
  | MediaMessage
  | TagMessage
  | PlaylistMessage
  | CampaignMessage
  | TokenMessage
  | StorageMessage
  | TestMessage
) & {
  /** The same at every attempt: whoever has done with it already passes over it. */
  readonly id: string;
};

/** As the platform gives them: `request.headers` of fetch, of Node, of a framework; names in any case. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** The receiver's time, for tests. */
  readonly now?: Date | undefined;
};

/**
 * The message, when the service signed it with this secret within the last five minutes; else a
 * `WebhookVerificationError`. The body is what came, before anything parsed it.
 */
export async function verifyWebhook(
  secret: string,
  headers: ReceivedHeaders,
  body: string | Uint8Array | ArrayBuffer,
  { now = new Date() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireTimestamp(requireHeader(headers, 'webhook-timestamp'), now);
  const signatures = requireHeader(headers, 'webhook-signature');
  const received = toReceived(body);
  if (!(await isSignedBy(secret, { id, timestamp, body: received }, signatures))) {
    throw new WebhookVerificationError(
      'No signature fits: is it the secret of this webhook, and the body as it came, before anything parsed it?',
      { code: 'bad_signature' },
    );
  }
  return { ...parseMessage(received), id };
}

function requireHeader(headers: ReceivedHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (value === undefined || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing: this is not a webhook.`, {
      code: 'missing_header',
    });
  }
  return value;
}

function findHeader(headers: ReceivedHeaders, name: string): string | undefined {
  if (isGetter(headers)) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.join(' ');
}

const isGetter = (headers: ReceivedHeaders): headers is { get: (name: string) => string | null | undefined } =>
  'get' in headers && typeof headers['get'] === 'function';

function requireTimestamp(text: string, now: Date): number {
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  const age = Math.floor(now.getTime() / 1000) - seconds;
  if (Math.abs(age) <= WEBHOOK_TOLERANCE_SECONDS) return seconds;
  const why = Number.isNaN(age) ? 'is no Unix time' : `is ${Math.abs(age)} s ${age > 0 ? 'old' : 'ahead'}`;
  throw new WebhookVerificationError(
    `webhook-timestamp ${why}; up to ${WEBHOOK_TOLERANCE_SECONDS} s are taken. Somebody sends an old message again, or the clock of this machine is wrong.`,
    { code: 'bad_timestamp' },
  );
}

function toReceived(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('body: must be the text or the bytes as they came, not what was parsed from them.');
}

// What is signed was written by the service: its shape is the contract's. Types that a later version brings come as they are.
function parseMessage(body: string | Uint8Array): WebhookMessage {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookMessage;
  } catch (cause) {
    throw new WebhookVerificationError('The body is signed, but it is not JSON.', { code: 'bad_body', cause });
  }
}
