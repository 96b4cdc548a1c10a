// Answers are written over each other's bytes: what is not yet on its way must not change.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { onTestFinished, test } from 'vitest';
import { until } from '../../../tests/harness/until.js';
import { sendJson } from './exchange.js';
import { createHttpApp } from './http-app.js';
import { writeJson } from './written-json.js';

// More than the system takes for a reader who does not read.
const LENGTH = 12 * 1024 * 1024;
const answerOf = (letter: string, length: number = LENGTH) =>
  writeJson((json) => json.ascii(`"${letter.repeat(length)}"`));
const isWhole = (answer: string, letter: string): boolean => answer.endsWith(`\r\n\r\n"${letter.repeat(LENGTH)}"`);

async function startLetters() {
  const app = createHttpApp(pino({ level: 'silent' }));
  const answered: string[] = [];
  app.on('GET', '/:letter', (exchange) => {
    const letter = exchange.params['letter'] ?? '';
    sendJson(exchange, answerOf(letter));
    answered.push(letter);
  });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  onTestFinished(() => app.close());
  const ask = async (letter: string, more = '') => {
    const socket = connect(port, '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write(`GET /${letter} HTTP/1.1\r\nhost: x\r\n${more}\r\n`);
    return socket;
  };
  return { ask, answered };
}

const LAST = 'connection: close\r\n';

test('an answer whose reader is slow is whole, whatever is answered meanwhile', async () => {
  const { ask, answered } = await startLetters();
  const slow = await ask('a', LAST);
  await until(() => answered.length === 1);
  assert.ok(isWhole(await text(await ask('b', LAST)), 'b'));
  assert.ok(isWhole(await text(slow), 'a'));
});

test('an answer that waits for the one before it on its connection is whole, whatever is answered meanwhile', async () => {
  const { ask, answered } = await startLetters();
  const slow = await ask('a', `\r\nGET /b HTTP/1.1\r\nhost: x\r\n${LAST}`);
  await until(() => answered.length === 2);
  assert.ok(isWhole(await text(await ask('c', LAST)), 'c'));
  const both = await text(slow);
  assert.ok(both.includes(`\r\n\r\n"${'a'.repeat(LENGTH)}"HTTP/1.1 200 OK\r\n`));
  assert.ok(isWhole(both, 'b'));
});

test('an answer that is sent while another is being sent has bytes of its own', () => {
  answerOf('a', 100).handTo((first) => {
    answerOf('b', 100).handTo(() => true);
    assert.equal(first.toString(), JSON.stringify('a'.repeat(100)));
    return true;
  });
});

test('the bytes of an answer that is on its way are used again', () => {
  const seen: unknown[] = [];
  for (const letter of ['a', 'b'])
    answerOf(letter).handTo((body) => {
      seen.push(Buffer.isBuffer(body) && body.buffer);
      return true;
    });
  assert.equal(seen[0], seen[1]);
});
