import { isIP } from 'node:net';
import { ApiError } from '../errors.js';

// Whom passkeys are for: they are bound to a name, and browsers use them on pages of https and of localhost alone.
type RelyingParty = { readonly id: string; readonly isOwnOrigin: (origin: string) => boolean };

const NAME = 'localhost';

// Over plain http that is localhost, which the console answers to beside its own address; ports are no walls there, cookies
// know none either.
export function requireRelyingParty(baseUrl: string): RelyingParty {
  const own = new URL(baseUrl);
  if (own.protocol === 'http:') return { id: NAME, isOwnOrigin: isLocalhost };
  if (isIP(own.hostname.replace(/^\[|\]$/g, '')) === 0) {
    return { id: own.hostname, isOwnOrigin: (origin) => origin === own.origin };
  }
  throw new ApiError('conflict', `Passkeys need a name: ${own.origin} is an address by number.`);
}

function isLocalhost(origin: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url?.protocol === 'http:' && url.hostname === NAME && url.origin === origin;
}
