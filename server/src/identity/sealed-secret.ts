// Secrets that the service must read again: those of authenticator apps and webhooks. They are sealed with SECRET_KEY, which is
// not in the database, so a copy of the database alone does not reveal them.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// The first byte of what is stored says how it was sealed.
const AES_256_GCM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const PURPOSES = { totp: 'an authenticator app', webhook: 'a webhook', canary: 'the canary' } as const;
type Purpose = keyof typeof PURPOSES;

const keyOf = (secretKey: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `vitrine ${purpose}`, 32));

/** Seals a secret for one owner, a person or a webhook. It does not open in another owner's row. */
export function sealSecret(secretKey: string, ownerId: string, secret: Buffer, purpose: Purpose = 'totp'): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(AES_256_GCM), iv, cipher.getAuthTag(), sealed]);
}

/** Opens a sealed secret. Throws when it was sealed with another key or for another owner. */
export function openSecret(secretKey: string, ownerId: string, kept: Buffer, purpose: Purpose = 'totp'): Buffer {
  const iv = kept.subarray(1, 1 + IV_BYTES);
  const tag = kept.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const sealed = kept.subarray(1 + IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey, purpose), iv)
      .setAAD(Buffer.from(ownerId))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch (cause) {
    throw new Error(`The secret of ${PURPOSES[purpose]} does not open: it was sealed with another SECRET_KEY.`, {
      cause,
    });
  }
}

export function opensWith(secretKey: string, ownerId: string, kept: Buffer, purpose: Purpose): boolean {
  try {
    openSecret(secretKey, ownerId, kept, purpose);
    return true;
  } catch {
    return false;
  }
}
