import { isIP } from 'node:net';
import { internet, type Network } from './network.js';
import { OutsideError } from './outside-error.js';
import { isPublicAddress } from './public-address.js';

// What addresses that strangers name are called by.
export type Outside = {
  readonly network: Network;
  // Hosts, or host:port, that may be called wherever they lead, over plain http too: WEBHOOK_ALLOWED_HOSTS.
  readonly allowedHosts: readonly string[];
};

export const onInternet = (allowedHosts: readonly string[]): Outside => ({ network: internet, allowedHosts });

export type AddressRules = {
  // Plain http is for hosts alone that the operator allows.
  readonly httpsOnly?: boolean;
};

export type CheckedAddress = {
  readonly url: URL;
  // Where it leads; nothing else may be connected to.
  readonly addresses: readonly string[];
  // False where the operator lets it lead into a private network.
  readonly isPublic: boolean;
};

// Throws an OutsideError that says why an address is not called. Every address that the name has must be public: else who
// owns the name picks among them.
export async function checkOutside(
  { network, allowedHosts }: Outside,
  text: string,
  rules: AddressRules = {},
): Promise<CheckedAddress> {
  const url = parseAddress(text);
  const isAllowed = allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${portOf(url)}`);
  if (!isAllowed) requireOrdinary(url, rules);
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolveHost(network, host, isAllowed) : [host];
  const isPublic = addresses.every(isPublicAddress);
  if (!isPublic && !isAllowed) throw new OutsideError('private', notOutside(host));
  return { url, addresses, isPublic };
}

// One sentence for a name that nobody has and one that leads inside: nobody learns by it what names there are in the network
// that this server stands in.
const notOutside = (host: string): string =>
  isIP(host) === 0
    ? `Nobody on the internet goes by the name ${host}, or it leads into a private network, which is not called from here.`
    : `The address leads into a private network, which is not called from here: ${host}.`;

// Without the brackets that a URL has around IPv6.
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new OutsideError('not_an_address', 'This is no web address: it must begin with https://.');
  if (url.username + url.password !== '')
    throw new OutsideError('has_password', 'The address must have no user name and no password in it.');
  return url;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const FIRST_FREE_PORT = 1024;

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT) : Number(port);

// Below 1024 are mail, files, remote shells: what is sent there is meant for something else.
function requireOrdinary(url: URL, { httpsOnly = false }: AddressRules): void {
  if (httpsOnly && url.protocol !== 'https:')
    throw new OutsideError('not_an_address', 'The address must begin with https://.');
  const port = portOf(url);
  if (port !== HTTPS_PORT && port !== HTTP_PORT && port < FIRST_FREE_PORT)
    throw new OutsideError('port_refused', `Port ${port} is not called: use 443, 80 or one from 1024 up.`);
}

async function resolveHost(network: Network, host: string, named: boolean): Promise<readonly string[]> {
  const noOne = (cause?: unknown): OutsideError => new OutsideError('unresolved', notOutside(host), cause);
  const addresses = await network.resolve(host, named).catch((error: unknown) => {
    throw noOne(error);
  });
  if (addresses.length === 0) throw noOne();
  return addresses;
}
