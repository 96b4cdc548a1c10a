// One server at a time on a DATA_DIR: two would each count the requests of a token for themselves.
import assert from 'node:assert/strict';
import { afterEach, afterAll, beforeAll, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/endpoint';
import { runCommand } from '../../harness/command-line.js';
import { findFreePort } from '../../harness/free-port.js';
import { connectTo, newServing, untilRefused, untilUnserved, untilWaiting, type Serving } from './serving.js';
import { trickle } from './trickle.js';

const DEMO_OFF = { DEMO: 'off' };

let serving: Serving;

beforeAll(async () => {
  serving = await newServing();
});
afterEach(() => serving.endAll());
afterAll(() => serving.remove());

const ports = async () => ({ PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) });

test('a second server is refused with the first one’s process, address and start; commands go on working', async () => {
  const first = await serving.start(DEMO_OFF);
  const second = await runCommand(serving.folder, ['serve'], { ...DEMO_OFF, ...(await ports()) });
  assert.deepEqual([second.code, second.stdout], [1, '']);
  const [, path, pid, url, since = ''] =
    /^(\S+) is served already, by process (\d+) at (\S+) since (\S+)\. Stop that one first, or set DATA_DIR to another folder\.\n$/.exec(
      second.stderr,
    ) ?? [];
  assert.deepEqual(
    [path, pid, url],
    [serving.folder.dataDir, String(first.process.pid), new URL(first.url).host],
    second.stderr,
  );
  assert.ok(!Number.isNaN(Date.parse(since)), since);
  assert.equal((await runCommand(serving.folder, ['merchant', 'create', '--name', 'Shop'])).code, 0);
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
});

test('a server that was killed does not stand in the way', async () => {
  const killed = await serving.start(DEMO_OFF);
  await killed.end('SIGKILL');
  await untilUnserved(serving.folder);
  const next = await serving.start(DEMO_OFF);
  assert.equal((await fetch(`${next.url}/readyz`)).status, 200);
});

test('a server that starts at the address of one that is stopping waits for it', async () => {
  const at = { ...DEMO_OFF, ...(await ports()) };
  const first = await serving.start({ ...at, STOP_SECONDS: '600' });
  const signIn = `${first.url}${CONSOLE_PATH}/sign-in`;
  const headers = { origin: first.url, 'content-type': 'application/json', 'content-length': '10000' };
  const held = await trickle('POST', signIn, headers);
  const ended = first.end('SIGTERM');
  await untilRefused(first.url);
  const next = serving.start(at);
  // Before the lock of the folder's server.
  const client = await connectTo(serving.folder, 'postgres');
  await untilWaiting(client);
  await client.end();
  held.destroy();
  assert.equal((await ended).code, 0);
  assert.equal((await fetch(`${(await next).url}/readyz`)).status, 200);
});
