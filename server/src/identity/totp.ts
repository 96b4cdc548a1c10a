// Codes of an authenticator app: RFC 6238 with what every such app takes for granted, SHA-1, six digits and steps of half a
// minute.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
// RFC 4226 asks for as many bytes as the hash has.
const SECRET_BYTES = 20;
// A telephone's clock may be half a minute off, and typing takes time.
const STEPS_AROUND = [0, -1, 1];

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

export function totpCode(secret: Buffer, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const truncated = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

// The step that a code belongs to. `after` is the last one that was used: a code works once, and none that is older works
// behind it.
export function findStep(
  secret: Buffer,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | undefined {
  const typed = Buffer.from(code);
  return STEPS_AROUND.map((around) => stepAt(now) + around)
    .filter((step) => step > after && isSame(typed, Buffer.from(totpCode(secret, step))))
    .at(0);
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

// As people type it into an app that has no camera. Twenty bytes come out even: 32 letters.
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

const ISSUER = 'Vitrine';

// What the QR code says.
export const toOtpauthUrl = (secret: Buffer, email: string): string =>
  `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${toBase32(secret)}&issuer=${ISSUER}`;
