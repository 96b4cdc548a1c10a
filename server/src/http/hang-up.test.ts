import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { onTestFinished, test } from 'vitest';
import { until } from '../../../tests/harness/until.js';
import { sendJson, sendLines, type Exchange } from './exchange.js';
import { createHttpApp } from './http-app.js';
import { readBody } from './read-body.js';

// A route of its own, what the log said, and whether the route has ended.
async function startRoute(method: string, handle: (exchange: Exchange) => Promise<void>) {
  const faults: string[] = [];
  const app = createHttpApp(pino({ level: 'warn' }, { write: (line) => void faults.push(line) }));
  const ended: unknown[] = [];
  app.on(method, '/route', (exchange) => handle(exchange).finally(() => ended.push(exchange.id)));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  onTestFinished(() => app.close());
  const ask = async (text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  return { ask, ended, faults };
}

test('who hangs up in the middle of a body is no fault of ours', async () => {
  const arrived: string[] = [];
  const { ask, ended, faults } = await startRoute('POST', async (exchange) => {
    arrived.push(exchange.id);
    sendJson(exchange, (await readBody(exchange.request))?.value);
  });
  const socket = await ask('POST /route HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
  await until(() => arrived.length === 1);
  socket.destroy();
  await until(() => ended.length === 1);
  assert.deepEqual(faults, []);
});

test('who hangs up in the middle of a long file ends its making, and is no fault of ours', async () => {
  const made = { lines: 0, isOver: false };
  async function* endless() {
    try {
      for (;;) {
        made.lines += 1;
        yield 'x'.repeat(100_000);
      }
    } finally {
      made.isOver = true;
    }
  }
  const { ask, ended, faults } = await startRoute('GET', (exchange) => sendLines(exchange, 'text/csv', endless()));
  const socket = await ask('GET /route HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await until(() => ended.length === 1);
  assert.deepEqual([made.isOver, faults], [true, []]);
});

test('a file that fails in the middle breaks off, and the log tells why', async () => {
  async function* failing() {
    yield 'one\n';
    throw new Error('the rest is lost');
  }
  const { ask, faults } = await startRoute('GET', (exchange) => sendLines(exchange, 'text/csv', failing()));
  const socket = await ask('GET /route HTTP/1.1\r\nhost: x\r\n\r\n');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(socket, 'close');
  assert.ok(!text.endsWith('0\r\n\r\n'));
  assert.deepEqual(
    faults.map((line) => JSON.parse(line).err.message),
    ['the rest is lost'],
  );
});
