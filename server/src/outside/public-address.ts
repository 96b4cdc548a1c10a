import { isIP } from 'node:net';
import { findAddress, findNetworks } from '../ip-address.js';

// Addresses that no stranger may send us to (IANA's registries of special-purpose addresses).
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // between a provider and its customers
  '127.0.0.0/8', // this machine
  '168.63.129.16/32', // Azure's own services, for the machines in it
  '169.254.0.0/16', // this link; clouds tell their secrets there
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4's relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // measurements
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // to many at once
  '240.0.0.0/4', // reserved, and to all
];

// Of IPv6 only one eighth is given out; the rest is loopback, private, link-local, multicast, NAT64 (64:ff9b::/96, which
// holds an IPv4 address) or nobody's. And of that eighth not these.
const GIVEN_OUT_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = [
  '2001::/23', // protocols; Teredo, which holds an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '3fff::/20', // documentation
];

const isSpecialIpv4 = networks(SPECIAL_IPV4);
const isGivenOutIpv6 = networks(GIVEN_OUT_IPV6);
const isSpecialIpv6 = networks(SPECIAL_IPV6);

// An IPv4 address that is written as IPv6 (::ffff:7f00:1) is looked at as what it is.
export function isPublicAddress(text: string): boolean {
  const address = findAddress(text) ?? '';
  if (isIP(address) === 4) return !isSpecialIpv4(address);
  return isGivenOutIpv6(address) && !isSpecialIpv6(address);
}

function networks(names: readonly string[]): (address: string) => boolean {
  const found = findNetworks(names);
  if (found === undefined) throw new Error(`not all networks: ${names.join(' ')}`);
  return found;
}
