import type { IncomingHttpHeaders } from 'node:http';
import { findAddress, toNetwork } from '../ip-address.js';

type Heard = {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
};

// Whom a request is counted against. Each proxy adds at the end of `X-Forwarded-For` whom it heard, so the list is believed
// from there for as long as whoever said it is trusted. What is no address is not believed.
export function callerAddress(isTrustedProxy: (address: string) => boolean, { socket, headers }: Heard): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = findAddress(socket.remoteAddress ?? '');
  while (address !== undefined && isTrustedProxy(address)) {
    const before = findAddress(said.pop() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return toNetwork(address ?? 'unknown');
}
