import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { ApiError } from './errors.js';
import { hangUpOf, type Exchange } from './http/exchange.js';
import { inputParser } from './http/parse-input.js';
import { readAdmitted } from './http/read-admitted.js';
import { admitScreen, knownVersionsOf, requireKey, type ScreenGateDeps } from './identity/admit-screen.js';
import { findBearerScreen } from './identity/token-secret.js';
import { callerAddress } from './ip-address.js';
import type { ScreenPrincipal, TelevisionPrincipal } from './principal.js';

type ScreenWayDeps = ScreenGateDeps & {
  readonly baseUrl: string;
  readonly isTrustedProxy: (address: string) => boolean;
};

// Checks key and rate, parses body and parameters, then calls the handler. A browser that is not paired yet has no key, so
// a page of another website could request codes from its visitors' addresses: the origin is checked.
export function screenWay(
  deps: ScreenWayDeps,
  row: Endpoint,
  handle: (principal: ScreenPrincipal | TelevisionPrincipal, input: unknown) => Promise<unknown>,
): (exchange: Exchange) => Promise<unknown> {
  const parseInput = inputParser(row);
  return async (exchange) => {
    try {
      return await answer(exchange);
    } finally {
      // Set last, because an answer may have waited. Refusals carry it too.
      exchange.headers['x-service-time'] = String(deps.clock.now());
    }
  };

  async function answer(exchange: Exchange): Promise<unknown> {
    const admitted = row.access.by === 'screen' ? await admit(exchange) : toTelevision(exchange);
    const readmit = async () => {
      if (admitted.kind === 'screen') await requireKey(deps, exchange.request.headers.authorization);
      return admitted;
    };
    const [principal, input] = await readAdmitted(exchange, admitted, parseInput, readmit);
    return handle(principal, input);
  }

  async function admit(exchange: Exchange): Promise<ScreenPrincipal> {
    const { headers } = exchange.request;
    const { keyHash, screen } = await admitScreen(deps, headers.authorization);
    const { merchantId, id: screenId } = screen;
    exchange.screen = { merchantId, screenId };
    const knownVersions = knownVersionsOf(headers['if-none-match']);
    return { kind: 'screen', merchantId, screenId, keyHash, knownVersions, hangUp: hangUpOf(exchange) };
  }

  function toTelevision(exchange: Exchange): TelevisionPrincipal {
    const { request } = exchange;
    if (row.method !== 'GET') refuseOtherSites(deps.baseUrl, request.headers);
    return {
      kind: 'television',
      address: callerAddress(deps.isTrustedProxy, request),
      secret: findBearerScreen(request.headers.authorization),
      hangUp: hangUpOf(exchange),
    };
  }
}

// The player may be open under any name of this service, so its own Host is allowed too. Old televisions send neither header.
function refuseOtherSites(baseUrl: string, { origin, host = '', ...headers }: IncomingHttpHeaders): void {
  const own = [new URL(baseUrl).origin, `http://${host}`, `https://${host}`];
  const isOwn = origin === undefined || own.includes(origin);
  if (isOwn && headers['sec-fetch-site'] !== 'cross-site') return;
  throw new ApiError('forbidden', 'Another website cannot request a pairing code. Open the player of this service.');
}
