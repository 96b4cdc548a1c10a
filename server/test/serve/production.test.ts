// What a start does not make where nobody asked for it.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newFolder, runCommand } from '../../../tests/harness/command-line.js';
import { findFreePort } from '../../../tests/harness/free-port.js';
import { newServing, type Serving } from './serving.js';

let serving: Serving;

beforeEach(async () => void (serving = await newServing(newFolder)));
afterEach(async () => {
  await serving.endAll();
  await serving.remove();
});

test('with NODE_ENV=production no demo is made, and no password or token is printed', async () => {
  const { url, said } = await serving.start({ NODE_ENV: 'production' });
  const lines = ['', 'Vitrine is up.', '', `  Console   ${url}`, `  API       ${url}${API_PATH}`];
  assert.ok(said.stdout.startsWith([...lines, `  Docs      ${url}/docs`, ''].join('\n')), said.stdout);
  assert.doesNotMatch(said.stdout, /sign-in|token|vitrine_/);
  const { stdout } = await runCommand(serving.folder, ['merchant', 'list', '--json']);
  assert.deepEqual(JSON.parse(stdout), []);
  assert.ok(!(await readdir(serving.folder.dataDir)).includes('demo.json'));
});

test.each(['PORT', 'STORAGE_PORT', 'ADMIN_PORT'])(
  'where %s is taken, nothing is made before it is said',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const free = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
    const answer = await runCommand(serving.folder, ['serve'], { ...free, [name]: String(port) });
    other.close();
    assert.deepEqual([answer.code, answer.stdout], [1, '']);
    assert.ok(answer.stderr.startsWith(`Cannot listen on 127.0.0.1:${port} (EADDRINUSE). Set ${name} `), answer.stderr);
    assert.deepEqual(await readdir(serving.folder.path), []);
  },
);
