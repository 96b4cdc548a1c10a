import { MCP_PATH } from '@vitrine/contract/endpoint';

// Who lets assistants in, as programs know it: the service's own address. Whatever of it programs compare they compare letter
// by letter.
export const issuerOf = (baseUrl: string): string => baseUrl.replace(/\/$/, '');

// Where assistants work, and what their tokens are for.
export const resourceOf = (baseUrl: string): string => issuerOf(baseUrl) + MCP_PATH;

export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

// Codes and tokens go through browsers and networks: over plain http whoever sits on the way would read them. A machine that
// talks to itself has nobody on the way. The console, where people say yes, stands at the top of an address alone.
export const offersConnections = (baseUrl: string): boolean => !isReadOnTheWay(baseUrl) && !isBelowPath(baseUrl);

export function isReadOnTheWay(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol !== 'https:' && !LOOPBACK.test(hostname);
}

const isBelowPath = (baseUrl: string): boolean => new URL(baseUrl).pathname !== '/';
