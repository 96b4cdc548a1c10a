import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newFolderWithCluster, removeFolder, startServe } from '../harness/command-line.js';

// They are written some twenty at a time, so most of these are still in memory when the signal comes.
test('an ordinary stop loses no line of an answered request', async () => {
  const folder = await newFolderWithCluster();
  try {
    const served = await startServe(folder, { DEMO: 'off' });
    const ask = async (): Promise<string> => (await fetch(`${served.url}/healthz`)).headers.get('x-request-id') ?? '';
    const ids = await Promise.all(Array.from({ length: 100 }, ask));
    const { stderr } = await served.end('SIGTERM');
    const lines = stderr.split('\n').filter((line) => line.includes('"msg":"request"'));
    assert.deepEqual(lines.map((line) => String(JSON.parse(line).reqId)).sort(), ids.sort());
  } finally {
    await removeFolder(folder);
  }
});
