import type { Endpoint } from '@vitrine/contract/endpoint';
import { STATUS, type ErrorName } from '@vitrine/contract/errors';
import { ApiError, notFound, OAuthError } from './errors.js';
import { sendJson, type Exchange } from './http/exchange.js';
import { inputParser } from './http/parse-input.js';
import { offersConnections } from './identity/issuer.js';
import { callerAddress } from './ip-address.js';
import type { OAuthPrincipal } from './principal.js';

export type OAuthGateDeps = {
  readonly baseUrl: string;
  readonly isTrustedProxy: (address: string) => boolean;
};

// An answer whose fields and statuses are OAuth's and not the contract's.
export class OAuthAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

export const sendOAuth = (exchange: Exchange, { status, body }: OAuthAnswer): void => sendJson(exchange, body, status);

// Body, then the handler. Nobody brings anything that a browser would send by itself, so it does not matter which page it is.
export function oauthWay(
  { baseUrl, isTrustedProxy }: OAuthGateDeps,
  row: Endpoint,
  handle: (principal: OAuthPrincipal, input: unknown) => Promise<unknown>,
): (exchange: Exchange) => Promise<OAuthAnswer> {
  const parseInput = inputParser(row);
  return async (exchange) => {
    // As if it were not there: programs then ask for a key.
    if (!offersConnections(baseUrl)) throw notFound('path');
    const address = callerAddress(isTrustedProxy, exchange.request);
    try {
      const output = await handle({ kind: 'oauthClient', address, requestId: exchange.id }, await parseInput(exchange));
      return new OAuthAnswer(row.made ?? 200, output);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      Object.assign(exchange.headers, error.headers);
      return new OAuthAnswer(STATUS[error.error], toBody(error));
    }
  };
}

// What OAuth has no name for is told by the status.
const NAMES: Partial<Record<ErrorName, string>> = { rate_limited: 'temporarily_unavailable' };
// RFC 6749, 5.2.
const NOT_ALLOWED = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

const toBody = (error: ApiError): object => ({
  error: error instanceof OAuthError ? error.oauth : (NAMES[error.error] ?? 'invalid_request'),
  error_description: error.message.replace(NOT_ALLOWED, "'"),
});
