// What goes to the company and must come back is made from one secret, which only the browser keeps: whoever reads the
// database cannot go anybody's way to its end, and whoever sends somebody a link of their own way finds no secret there.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const stateOf = (secret: string): string => derive(secret, 'state');
export const nonceOf = (secret: string): string => derive(secret, 'nonce');
// PKCE (RFC 7636): 43 characters.
export const verifierOf = (secret: string): string => derive(secret, 'verifier');
export const challengeOf = (secret: string): string =>
  createHash('sha256').update(verifierOf(secret)).digest('base64url');

const derive = (secret: string, use: string): string =>
  createHmac('sha256', secret).update(`company ${use}`).digest('base64url');

export function isStateOf(secret: string, state: string | null): boolean {
  const [expected, given] = [Buffer.from(stateOf(secret)), Buffer.from(state ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
