import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

// The secret of a session or an invitation. It has 256 random bits, so the plain hash that is kept cannot be searched
// backwards.
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
