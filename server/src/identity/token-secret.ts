import { hash, randomBytes, createHash } from 'node:crypto';

const TOKEN_PREFIX = 'vitrine_';
const TOKEN_SHAPE = /^vitrine_[A-Za-z0-9_-]{43}$/;
const TOKEN_RANDOM_BYTES = 32;

export const newTokenSecret = (): string => TOKEN_PREFIX + randomBytes(TOKEN_RANDOM_BYTES).toString('base64url');

// The secret has 256 random bits, so a plain hash cannot be searched backwards, and a look-up by hash tells a
// listener nothing about how much of a guess was right. As hex: bytes would take more than twice as long to come by.
export const hashTokenSecret = (secret: string): string => hash('sha256', secret, 'hex');

export const lastFourOf = (secret: string): string => secret.slice(-4);

export const isTokenSecret = (text: string): boolean => TOKEN_SHAPE.test(text);

// The scheme word is case-insensitive; a token anywhere else than in this header is never read.
export function findBearerToken(authorization: string | undefined): string | undefined {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return secret !== undefined && TOKEN_SHAPE.test(secret) ? secret : undefined;
}

const SCREEN_PREFIX = 'vitrine_screen_';
const SCREEN_SHAPE = /^vitrine_screen_[A-Za-z0-9_-]{43}$/;

// Longer than a token, so that neither is ever taken for the other.
export const newScreenSecret = (): string => SCREEN_PREFIX + randomBytes(TOKEN_RANDOM_BYTES).toString('base64url');

export function findBearerScreen(authorization: string | undefined): string | undefined {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return secret !== undefined && SCREEN_SHAPE.test(secret) ? secret : undefined;
}

const AI_KEY_PREFIX = 'vitrine_ai_';
const AI_KEY_SHAPE = /^vitrine_ai_[A-Za-z0-9_-]{43}$/;

// Of 32 bytes in base64url.
export const aiKeySecretOf = (secret: string): string => AI_KEY_PREFIX + secret;

export const newAiKeySecret = (): string => aiKeySecretOf(randomBytes(TOKEN_RANDOM_BYTES).toString('base64url'));

export function findBearerAiKey(authorization: string | undefined): string | undefined {
  const secret = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return secret !== undefined && AI_KEY_SHAPE.test(secret) ? secret : undefined;
}

// What a connected assistant comes back with: a part that stays, and one that is new each time.
const REFRESH_PREFIX = 'vitrine_refresh_';
const REFRESH_SHAPE = /^vitrine_refresh_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{43})$/;

type RefreshParts = { readonly grant: string; readonly turn: string };

export const toRefreshToken = ({ grant, turn }: RefreshParts): string => REFRESH_PREFIX + grant + turn;

export function findRefreshParts(text: string): RefreshParts | undefined {
  const [, grant, turn] = REFRESH_SHAPE.exec(text) ?? [];
  return grant === undefined || turn === undefined ? undefined : { grant, turn };
}

export const isAiKeySecret = (text: string): boolean => AI_KEY_SHAPE.test(text);

const SECRET_BYTES = 32;

// The secret of a session or an invitation. It has 256 random bits, so the plain hash that is kept cannot be searched
// backwards.
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
