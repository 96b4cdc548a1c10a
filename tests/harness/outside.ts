// Servers that strangers run, each until its test is over, and a network in which they have names and public addresses.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach } from 'vitest';
import type { Outside } from '../../server/src/outside/check-outside.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

export async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export const serve = (answer: RequestListener): Promise<number> => portOf(createServer(answer));

export const PUBLIC = '93.184.216.34';

// Names as a test gives them; public addresses, of which a test has none, are reached on this machine.
export function aNetwork(
  names: Readonly<Record<string, readonly string[]>>,
  ca?: string,
): Outside & { asked: string[] } {
  const asked: string[] = [];
  const network = {
    resolve(host: string) {
      asked.push(host);
      return Promise.resolve(names[host] ?? []);
    },
    dial: (address: string) => (address === PUBLIC ? '127.0.0.1' : address),
    ...(ca !== undefined && { ca }),
  };
  return { network, allowedHosts: [], asked };
}
