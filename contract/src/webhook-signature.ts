// How a webhook is signed and told apart from a forged one, by Standard Webhooks 1.0.0: one file for the service, the
// client and the command line. By Web Crypto, which Node, browsers and edge runtimes have.
// `npm run types -w @vitrine/client` copies this file into the client, so it imports nothing.

export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** How far the sender's clock and the receiver's may be apart, so that an old message cannot be sent again. */
export const WEBHOOK_TOLERANCE_SECONDS = 5 * 60;

export type SignedContent = {
  readonly id: string;
  /** Unix time, whole seconds. */
  readonly timestamp: number;
  /** As it is sent, byte by byte. */
  readonly body: string | Uint8Array;
};

export type WebhookHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/** The three headers of a message. With several secrets, as for a day after a rotation, each of them has signed it. */
export async function signWebhook(
  secrets: string | readonly string[],
  content: SignedContent,
): Promise<WebhookHeaders> {
  const signatures = await Promise.all([secrets].flat().map((secret) => signatureOf(secret, content)));
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** Whether one of the signatures is this secret's for this content. Web Crypto compares in constant time. */
export async function isSignedBy(secret: string, content: SignedContent, signatures: string): Promise<boolean> {
  const key = await toKey(secret, 'verify');
  const signed = toSignedBytes(content);
  const found = signatures.split(' ').flatMap((signature) => findSignatureBytes(signature) ?? []);
  const checks = found.map((bytes) => requireSubtle().verify('HMAC', key, bytes, signed));
  return (await Promise.all(checks)).includes(true);
}

async function signatureOf(secret: string, content: SignedContent): Promise<string> {
  const mac = await requireSubtle().sign('HMAC', await toKey(secret, 'sign'), toSignedBytes(content));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' };
// What the standard asks of a secret.
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;

function toKey(secret: string, use: 'sign' | 'verify') {
  const bytes = secret.startsWith(WEBHOOK_SECRET_PREFIX)
    ? findBytes(secret.slice(WEBHOOK_SECRET_PREFIX.length))
    : undefined;
  // The secret itself is in no message: it would end up in a log.
  if (bytes === undefined || bytes.length < SECRET_BYTES_MIN || bytes.length > SECRET_BYTES_MAX) {
    throw new TypeError(`secret: must be ${WEBHOOK_SECRET_PREFIX}… as it was shown when the webhook was made.`);
  }
  return requireSubtle().importKey('raw', bytes, HMAC_SHA256, false, [use]);
}

function toSignedBytes({ id, timestamp, body }: SignedContent): Uint8Array<ArrayBuffer> {
  const [head, tail] = [encode(`${id}.${timestamp}.`), typeof body === 'string' ? encode(body) : body];
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

// Of version 1 alone; what the standard brings later, and signatures by public key (v1a), are passed over.
function findSignatureBytes(signature: string): Uint8Array<ArrayBuffer> | undefined {
  const [version, text, ...more] = signature.split(',');
  return version === 'v1' && text !== undefined && more.length === 0 ? findBytes(text) : undefined;
}

function findBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

// A page that did not come over https has none; and no page has a use for a secret that is its server's.
function requireSubtle(): typeof globalThis.crypto.subtle {
  const subtle: typeof globalThis.crypto.subtle | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) throw new TypeError('There is no Web Crypto here: sign and verify webhooks on a server.');
  return subtle;
}
