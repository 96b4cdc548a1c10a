import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { finish, untilItSays } from '../../cli/test/built-service.js';
import { findPostmaster, newFolder, removeFolder, type Folder } from '../../tests/harness/command-line.js';
import { findFreePort } from '../../tests/harness/free-port.js';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: Folder;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => removeFolder(folder));

// npm passes a signal on to its shell and no further. `exec` makes the shell give way to the program; without it the shell
// ends, and the server goes on with nobody to stop it.
test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start stops the server and its database', async (signal) => {
  const [port, storagePort] = [await findFreePort(), await findFreePort()];
  const settings = { DATA_DIR: folder.dataDir, PORT: String(port), STORAGE_PORT: String(storagePort), DEMO: 'off' };
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'error', ...settings };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env });
  folder.children.add(npm);
  const ended = finish(npm);
  await untilItSays(npm, 'Ctrl-C stops it.');
  npm.kill(signal);
  await ended;
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), TypeError);
  assert.equal(await findPostmaster(folder), 0);
});
