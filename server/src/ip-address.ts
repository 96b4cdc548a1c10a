import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

// The address in one way of writing, an IPv4 one that came as IPv6 as IPv4; undefined for any other text. Some proxies
// write the port behind it.
export function findAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  const kind = isIP(bare);
  return kind === 6 ? toShort(bare.replace(/%.*$/, '')) : kind === 4 ? bare : undefined;
}

// Who is counted as one: an IPv4 address, or the /64 of an IPv6 one, all of which any customer of a provider has.
function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...between, ...after].slice(0, 4).join(':')}::/64`;
}

// What tells whether an address is one of these addresses and networks; undefined when one of them is neither.
export function findNetworks(names: readonly string[]): ((address: string) => boolean) | undefined {
  const list = new BlockList();
  if (!names.every((name) => addTo(list, name))) return undefined;
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

// What tells whether an address is a proxy whose word is taken.
export const toTrust = (proxies: readonly string[]): ((address: string) => boolean) =>
  findNetworks(proxies) ?? (() => false);

function addTo(list: BlockList, name: string): boolean {
  const [, text = '', bits] = /^([^/]*?)(?:\/(\d{1,3}))?$/.exec(name.trim()) ?? [];
  const address = isIP(text) === 0 ? undefined : findAddress(text);
  if (address === undefined) return false;
  const all = isIP(address) === 6 ? 128 : 32;
  if (Number(bits ?? all) > all) return false;
  list.addSubnet(address, Number(bits ?? all), familyOf(address));
  return true;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

// As a URL writes it, `::ffff:` and two groups are an IPv4 address.
function toShort(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

// A host as a URL writes it, with a port if it came with one; undefined for a network, a pattern or anything else.
export function findHost(text: string): string | undefined {
  const name = text.trim();
  if (/[\s/?#@\\*]/.test(name) || !URL.canParse(`http://${name}`)) return undefined;
  const { hostname } = new URL(`http://${name}`);
  const [, port] = /:(\d+)$/.exec(name) ?? [];
  return port === undefined || name.endsWith(']') ? hostname : `${hostname}:${Number(port)}`;
}

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
