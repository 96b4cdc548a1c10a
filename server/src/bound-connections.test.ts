import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { onTestFinished, test } from 'vitest';
import { boundConnections, CONNECTION_BOUNDS } from './bound-connections.js';

async function open(bounds: Partial<Parameters<typeof boundConnections>[1]>, host: string) {
  const server = createServer((_request, response) => void response.end('served'));
  boundConnections(server, { ...CONNECTION_BOUNDS, isExempt: () => false, ...bounds });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    /** Opens a connection and tells whether it is answered. */
    ask: async (): Promise<{ readonly socket: Socket; readonly isServed: boolean }> => {
      const socket = connect(port, host).on('error', () => {});
      sockets.push(socket);
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      const isServed = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]);
      return { socket, isServed };
    },
  };
}

// An address of this machine that is not loopback.
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test('closes connections of a process beyond its bound', async () => {
  const { ask } = await open({ perProcess: 2 }, '127.0.0.1');
  const served = [(await ask()).isServed, (await ask()).isServed, (await ask()).isServed];
  assert.deepEqual(served, [true, true, false]);
});

test('bounds no connections of loopback by their address', async () => {
  const { ask } = await open({ perAddress: 1 }, '127.0.0.1');
  assert.deepEqual([(await ask()).isServed, (await ask()).isServed], [true, true]);
});

test('closes connections of one address beyond its bound, until one of them ends', async () => {
  assert.ok(outside !== undefined, 'This test needs a network interface.');
  const { ask } = await open({ perAddress: 2 }, outside);
  const first = await ask();
  assert.deepEqual([first.isServed, (await ask()).isServed, (await ask()).isServed], [true, true, false]);
  first.socket.destroy();
  await once(first.socket, 'close');
  for (let isServed = false; !isServed;) ({ isServed } = await ask());
});

test('bounds no connections of an exempt address, such as a proxy', async () => {
  assert.ok(outside !== undefined, 'This test needs a network interface.');
  const { ask } = await open({ perAddress: 1, isExempt: (address) => address === outside }, outside);
  assert.deepEqual([(await ask()).isServed, (await ask()).isServed], [true, true]);
});

test('leaves room for 20,000 waiting screens, and for 500 screens behind one address', () => {
  assert.ok(CONNECTION_BOUNDS.perProcess > 20_000);
  assert.ok(CONNECTION_BOUNDS.perAddress >= 6 * 500);
});
