import { ApiError } from '../errors.js';
import { findAddress } from '../ip-address.js';

type Heading = { readonly origin?: string | undefined; readonly host?: string | undefined };

// A write must come from a page of this very site: browsers say with `Origin` where a request was made, and no page can
// make them say otherwise. Over plain http, which is a machine of one's own or a network around it, addresses by number and
// localhost will do too: the session's cookie belongs to them. Other names will not, for whoever owns one may point it
// here, and then their page has this host and this origin.
export function requireOrigin(baseUrl: string, { origin, host = '' }: Heading): void {
  const own = new URL(baseUrl).origin;
  if (origin === own) return;
  if (own.startsWith('http:') && origin === `http://${host}` && isNobodysName(host)) return;
  throw new ApiError(
    'forbidden',
    `Changes are taken from pages of ${own} only. If people are to use another address, the operator sets BASE_URL to it.`,
  );
}

const isNobodysName = (host: string): boolean => /^localhost(?::\d+)?$/.test(host) || findAddress(host) !== undefined;
