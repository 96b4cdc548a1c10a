// A network in which strangers' servers have names and public addresses.
import type { Outside } from '../../server/src/outside/check-outside.js';

export const PUBLIC = '93.184.216.34';

// Names as a test gives them, and any other below .example at a public address; those, of which a test has none, are reached
// on this machine.
export function aNetwork(
  names: Readonly<Record<string, readonly string[]>>,
  ca?: string,
): Outside & { asked: string[] } {
  const asked: string[] = [];
  const network = {
    resolve(host: string) {
      asked.push(host);
      return Promise.resolve(names[host] ?? (host.endsWith('.example') ? [PUBLIC] : []));
    },
    dial: (address: string) => (address === PUBLIC ? '127.0.0.1' : address),
    ...(ca !== undefined && { ca }),
  };
  return { network, allowedHosts: [], asked };
}
