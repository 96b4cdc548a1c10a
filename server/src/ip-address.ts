import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

// The address in one way of writing, an IPv4 one that came as IPv6 as IPv4; undefined for any other text. Some proxies
// write the port behind it.
export function findAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  const kind = isIP(bare);
  return kind === 6 ? toShort(bare.replace(/%.*$/, '')) : kind === 4 ? bare : undefined;
}

/** A network that an address belongs to. It has room for `room` times the limit of its narrowest network. */
export type Network = { readonly name: string; readonly room: number };

/**
 * Returns the networks that limits count an address by, the narrowest first: an IPv4 address alone, or the /64, /56 and
 * /48 of an IPv6 address. Providers give one customer anything from a /64 to a /48.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (isIP(address) !== 6) return [{ name: address, room: 1 }];
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...between, ...after];
  const site = groups.slice(0, 3).join(':');
  const subnet = Number.parseInt(groups[3] ?? '', 16);
  return [
    { name: `${site}:${subnet.toString(16)}::/64`, room: 1 },
    { name: `${site}:${(subnet & 0xff00).toString(16)}::/56`, room: 4 },
    { name: `${site}::/48`, room: 16 },
  ];
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

// Returns the address that sent the request. Each proxy appends the address it heard to X-Forwarded-For, so the list is
// read from its end for as long as the address that appended an entry is trusted.
export function callerAddress(isTrustedProxy: (address: string) => boolean, { socket, headers }: Heard): string {
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = findAddress(socket.remoteAddress ?? '');
  while (address !== undefined && isTrustedProxy(address)) {
    const before = findAddress(said.pop() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return address ?? 'unknown';
}
