import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, test } from 'vitest';
import { newServer, rejectMalformedHttp } from './new-server.js';

test('a request that does not arrive whole in its time is refused, and its connection ends', async () => {
  const server = newServer(() => {}, 200);
  rejectMalformedHttp(server);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(answer, /The request did not arrive whole in time\./);
});
