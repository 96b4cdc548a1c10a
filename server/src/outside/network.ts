import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';

// How a name becomes addresses, and an address a connection. Tests, which have no public address of their own, pass another.
export type Network = {
  // Every address of the host; none when nobody goes by that name. `named`: by the operator, so that this machine's own list
  // of hosts counts too.
  readonly resolve: (host: string, named: boolean) => Promise<readonly string[]>;
  // Where an address that was found to be in order is reached.
  readonly dial: (address: string) => string;
  // Whose certificates are believed, if not those that Node believes.
  readonly ca?: string;
};

const DNS_TRY_MS = 3_000;
const DNS_TRIES = 2;
const DNS_MS_MAX = 8_000;

// Not by the system's own lookup: that takes one of the few threads which hash passwords and read files, and a stranger's
// slow name server would hold it.
export const internet: Network = {
  async resolve(host, named) {
    if (named) return (await dns.lookup(host, { all: true })).map(({ address }) => address);
    const resolver = new dns.Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
    // Tries go round all name servers, each of which may be silent.
    const timer = setTimeout(() => resolver.cancel(), DNS_MS_MAX);
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    } finally {
      clearTimeout(timer);
    }
  },
  dial: (address) => address,
};

export const familyOf = (address: string): 4 | 6 => (isIP(address) === 6 ? 6 : 4);
