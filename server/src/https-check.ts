import type { IncomingMessage } from 'node:http';

export type HttpsDeps = { readonly baseUrl: string; readonly isTrustedProxy: (address: string) => boolean };

/**
 * Decides whether the caller used https: a trusted proxy says so in X-Forwarded-Proto, otherwise BASE_URL does. Without TLS
 * in this process there is no other way to know.
 */
export function createHttpsCheck({ baseUrl, isTrustedProxy }: HttpsDeps): (request: IncomingMessage) => boolean {
  const isHttpsBase = baseUrl.startsWith('https:');
  return ({ headers, socket }) => {
    const scheme = headers['x-forwarded-proto'];
    return typeof scheme === 'string' && isTrustedProxy(socket.remoteAddress ?? '') ? scheme === 'https' : isHttpsBase;
  };
}
