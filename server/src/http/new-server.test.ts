import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, test } from 'vitest';
import { newServer, rejectMalformedHttp } from './new-server.js';

test('a request that does not arrive whole in its time is refused, and its connection ends', async () => {
  const server = newServer(() => {}, 200);
  rejectMalformedHttp(server);
  onTestFinished(() => void server.close());
  const socket = connect(await listen(server), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(answer, /The request did not arrive whole in time\./);
});

test('a connection is kept for longer than balancers keep one that nobody uses', async () => {
  const server = newServer((_request, response) => void response.end());
  onTestFinished(() => void server.close());
  // Its first answer: what comes after the first request may be what tests keep connections for.
  const { headers } = await fetch(`http://127.0.0.1:${await listen(server)}`);
  assert.equal(headers.get('keep-alive'), 'timeout=72');
});

test('gives the head of a request 30 seconds', () => {
  const server = newServer(() => {});
  // Node checks for late heads only every connectionsCheckingInterval.
  const checksEvery: number = Reflect.get(server, 'connectionsCheckingInterval');
  assert.equal(server.headersTimeout + checksEvery, 30_000);
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
