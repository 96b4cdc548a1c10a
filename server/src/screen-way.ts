import type { Endpoint } from '@vitrine/contract/endpoint';
import { hangUpOf, type Exchange } from './http/exchange.js';
import { inputParser } from './http/parse-input.js';
import { readAdmitted } from './http/read-admitted.js';
import { admitScreen, knownVersionsOf, requireKey, type ScreenGateDeps } from './identity/admit-screen.js';
import { findBearerScreen } from './identity/token-secret.js';
import { callerAddress } from './ip-address.js';
import type { ScreenPrincipal, TelevisionPrincipal } from './principal.js';

type ScreenWayDeps = ScreenGateDeps & { readonly isTrustedProxy: (address: string) => boolean };

// Checks key and rate, parses body and parameters, then calls the handler. A browser that is not paired yet has no key.
// Neither sends a cookie, so the page's origin does not matter.
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
    return {
      kind: 'television',
      address: callerAddress(deps.isTrustedProxy, request),
      secret: findBearerScreen(request.headers.authorization),
      hangUp: hangUpOf(exchange),
    };
  }
}
