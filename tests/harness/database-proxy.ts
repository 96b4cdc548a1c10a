// For tests: a loopback port that leads to the tests' PostgreSQL, and can be cut off as in a restart.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Connection } from '../../server/src/db/db.js';

export async function startDatabaseProxy({ host = '', port = 5432, ...rest }: Connection) {
  const open = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const server = createServer((socket) => {
    if (isCut) {
      refused += 1;
      socket.destroy();
      return;
    }
    open.add(socket.once('close', () => open.delete(socket)));
    const database = connect(join(host, `.s.PGSQL.${port}`));
    for (const [from, to] of [[socket, database] as const, [database, socket] as const])
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    port: ownPort,
    connection: { ...rest, host: '127.0.0.1', port: ownPort } satisfies Connection,
    /** How many connections were refused while it was cut. */
    refused: () => refused,
    /** Breaks all connections and refuses new ones. */
    cut(): void {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => void (isCut = false),
    close: () => void server.close(),
  };
}
