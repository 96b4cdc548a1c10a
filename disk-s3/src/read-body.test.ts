import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { BATCH_BYTES } from './batch-writer.js';
import { readBody } from './read-body.js';

const server = createServer();
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A PUT of so many bytes of which none is sent yet, and what the server has of it. */
async function openPut(length: number): Promise<{ readonly socket: Socket; readonly request: IncomingMessage }> {
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`PUT / HTTP/1.1\r\nhost: test\r\ncontent-length: ${length}\r\n\r\n`);
  const [request] = await arrived;
  return { socket, request };
}

const always = (): boolean => true;

test.each([0, 1, BATCH_BYTES - 1, BATCH_BYTES, BATCH_BYTES + 1, 3 * BATCH_BYTES + 12_345])(
  'of a body of %i bytes every one comes, in its order, however slowly it is taken',
  async (length) => {
    for (const takesLong of [false, true]) {
      const bytes = randomBytes(length);
      const { socket, request } = await openPut(length);
      socket.write(bytes);
      const ended = once(request, 'end');
      const taken: Uint8Array[] = [];
      for await (const chunks of readBody(request, always)) {
        assert.ok(chunks.length > 0);
        taken.push(...chunks);
        // What is left of the body comes, and ends, while nobody waits for it.
        if (takesLong && Buffer.concat(taken).length + BATCH_BYTES > length) await ended;
      }
      assert.ok(bytes.equals(Buffer.concat(taken)));
      assert.ok(!request.destroyed || request.readableEnded);
      socket.destroy();
    }
  },
);

test('who says no gets nothing more, and the request is still there to be refused', async () => {
  const { socket, request } = await openPut(10 * BATCH_BYTES);
  socket.write(randomBytes(2 * BATCH_BYTES));
  let heard = 0;
  const taken: Uint8Array[] = [];
  for await (const chunks of readBody(request, ({ length }) => (heard += length) < BATCH_BYTES / 2))
    taken.push(...chunks);
  assert.ok(Buffer.concat(taken).length < BATCH_BYTES / 2);
  assert.ok(!request.destroyed && request.isPaused());
  assert.equal(request.listenerCount('data'), 0);
  socket.destroy();
});

test('a body that was cut off throws, also when nobody waits for it', async () => {
  for (const cutAt of ['before it is read', 'while it is waited for', 'while nobody waits']) {
    const { socket, request } = await openPut(10 * BATCH_BYTES);
    const cut = async (): Promise<void> => {
      const closed = new Promise((resolve) => request.once('close', resolve));
      socket.resetAndDestroy();
      await closed;
    };
    const read = async (): Promise<void> => {
      for await (const chunks of readBody(request, always)) {
        assert.ok(chunks.length > 0);
        if (cutAt === 'while nobody waits') await cut();
      }
    };
    if (cutAt === 'before it is read') await cut();
    else socket.write(randomBytes(2 * BATCH_BYTES));
    const reading = assert.rejects(read(), cutAt);
    if (cutAt === 'while it is waited for') await cut();
    await reading;
  }
});
