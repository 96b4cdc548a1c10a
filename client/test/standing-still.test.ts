import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { ConnectionError } from '../src/errors.js';
import { createTransport } from '../src/transport.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const LIMIT_MS = 100;

// A file that comes as the test hands it out.
function startFile() {
  let file: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (file = controller) });
  const transport = createTransport({
    apiUrl: 'http://127.0.0.1',
    headers: () => ({}),
    maxRetries: 0,
    timeoutMs: LIMIT_MS,
    takesFiles: true,
    fetch: async (_url, init) => {
      init?.signal?.addEventListener('abort', () => file?.error(new DOMException('aborted', 'AbortError')));
      return new Response(body, { headers: { 'content-type': 'text/csv' } });
    },
  });
  return {
    answer: transport<Blob>({ method: 'GET', path: '/activity.csv' }),
    hand: (text: string) => file?.enqueue(new TextEncoder().encode(text)),
    end: () => file?.close(),
  };
}

test('a file may take as long as it likes while it comes', async () => {
  const { answer, hand, end } = startFile();
  for (const line of ['one\n', 'two\n', 'three\n']) {
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    hand(line);
    await vi.advanceTimersByTimeAsync(0);
  }
  end();
  const file = await answer;
  assert.deepEqual([await file.text(), file.type], ['one\ntwo\nthree\n', 'text/csv']);
});

test('a file that stands still is given up', async () => {
  const { answer, hand } = startFile();
  const refused = assert.rejects(answer, (thrown) => thrown instanceof ConnectionError && thrown.code === 'ETIMEDOUT');
  await vi.advanceTimersByTimeAsync(0);
  hand('one\n');
  await vi.advanceTimersByTimeAsync(LIMIT_MS + 1);
  await refused;
});
