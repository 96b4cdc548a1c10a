// What must be read again, and is no use to whoever copies the database alone: the secrets of authenticator apps and of
// webhooks. Sealed with the installation's SECRET_KEY where it has one; a key in the same database would seal nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PLAIN = 0;
const SEALED = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

// What secrets are of, and what a fault calls them.
const PURPOSES = { totp: 'an authenticator app', webhook: 'a webhook' } as const;
type Purpose = keyof typeof PURPOSES;

// Of the text that the operator gave, for one purpose.
const keyOf = (secretKey: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `vitrine ${purpose}`, 32));

// For one owner, a person or a webhook: in another's row it does not open.
export function sealSecret(
  secretKey: string | undefined,
  ownerId: string,
  secret: Buffer,
  purpose: Purpose = 'totp',
): Buffer {
  if (secretKey === undefined) return Buffer.concat([Buffer.of(PLAIN), secret]);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed]);
}

// What was kept before there was a key stays readable.
export function openSecret(
  secretKey: string | undefined,
  ownerId: string,
  kept: Buffer,
  purpose: Purpose = 'totp',
): Buffer {
  if (kept.readUInt8(0) === PLAIN) return kept.subarray(1);
  if (secretKey === undefined)
    throw new Error(`A secret of ${PURPOSES[purpose]} is sealed, and SECRET_KEY is not set.`);
  const iv = kept.subarray(1, 1 + IV_BYTES);
  const tag = kept.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv)
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(tag);
  const sealed = kept.subarray(1 + IV_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    throw new Error(`A secret of ${PURPOSES[purpose]} does not open: SECRET_KEY is another than it was sealed with.`, {
      cause,
    });
  }
}
