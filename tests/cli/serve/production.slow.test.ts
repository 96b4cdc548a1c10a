// What a start does not make where nobody asked for it.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newFolder, runCommand } from '../../harness/command-line.js';
import { openSingleDatabase } from '../../harness/database.js';
import { findFreePort } from '../../harness/free-port.js';
import { toDatabaseUrl } from '../commands/installation.js';
import { newServing, type Serving } from './serving.js';

let serving: Serving;

beforeEach(async () => void (serving = await newServing(newFolder)));
afterEach(async () => {
  await serving.endAll();
  await serving.remove();
});

test('with NODE_ENV=production no demo is made, and no password or token is printed', async () => {
  const { url, said } = await serving.start({ NODE_ENV: 'production', DATABASE: 'embedded' });
  const lines = ['', 'Vitrine is up.', '', `  Console   ${url}`, `  API       ${url}${API_PATH}`];
  assert.ok(said.stdout.startsWith([...lines, `  Docs      ${url}/docs`, ''].join('\n')), said.stdout);
  assert.doesNotMatch(said.stdout, /sign-in|token|vitrine_/);
  const { stdout } = await runCommand(serving.folder, ['merchant', 'list', '--json']);
  assert.deepEqual(JSON.parse(stdout), []);
  assert.ok(!(await readdir(serving.folder.dataDir)).includes('demo.json'));
});

test('with NODE_ENV=production an embedded database is only created with DATABASE=embedded', async () => {
  const { folder } = serving;
  const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
  const production = { NODE_ENV: 'production', ...ports };
  const refused = {
    code: 1,
    stdout: '',
    stderr: `DATABASE_URL is not set, and ${folder.dataDir} has no database. Set DATABASE_URL, or set DATABASE=embedded to create a database there.\n`,
  };
  assert.deepEqual(await runCommand(folder, ['serve'], production), refused);
  assert.deepEqual(await readdir(folder.path), []);
  // An empty folder is no database.
  await mkdir(folder.dataDir);
  assert.deepEqual(await runCommand(folder, ['serve'], production), refused);
  assert.deepEqual(await readdir(folder.dataDir), []);
  await serving.start({ ...production, DATABASE: 'embedded' });
  await serving.endAll();
  // Once it is there, it starts without the setting.
  await serving.start(production);
});

test('with DATA_IN_CONTAINER=no a start without a volume is refused and creates nothing', async () => {
  const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
  // Below the root, which is never a volume.
  const inImage = { ...ports, DATABASE: 'embedded', DATA_DIR: '/vitrine-without-a-volume' };
  assert.deepEqual(await runCommand(serving.folder, ['serve'], { ...inImage, DATA_IN_CONTAINER: 'no' }), {
    code: 1,
    stdout: '',
    stderr:
      '/vitrine-without-a-volume is not a volume, so everything would be lost with this container. Mount one (docker run -v vitrine:/vitrine-without-a-volume …), or set DATA_IN_CONTAINER=yes if that is what you want.\n',
  });
  assert.equal(existsSync('/vitrine-without-a-volume'), false);
  await serving.start({ ...ports, DATABASE: 'embedded', DATA_IN_CONTAINER: 'yes' });
});

describe('the command that a start prints for the first merchant', () => {
  // As pasted into a shell that has none of the service's settings.
  const paste = async (said: string): Promise<string> => {
    const [, command = ''] = /^ {4}(\S.* merchant create .*)$/m.exec(said) ?? [];
    const cwd = await mkdtemp(join(serving.folder.path, 'shell-'));
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --json`], {
      cwd,
      env: { PATH: process.env['PATH'] },
    });
    assert.deepEqual(await readdir(cwd), []);
    return String((JSON.parse(stdout) as { id: string }).id);
  };
  const idsOf = async (env: Record<string, string>): Promise<unknown[]> => {
    const { stdout } = await runCommand(serving.folder, ['merchant', 'list', '--json'], env);
    return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
  };

  test('makes it in the embedded database of the server', async () => {
    const { said } = await serving.start({ DEMO: 'off' });
    const id = await paste(said.stdout);
    assert.deepEqual(await idsOf({}), [id]);
  });

  test('makes it in the database of DATABASE_URL_FILE, and is not printed where it would hold a password', async () => {
    const database = await openSingleDatabase();
    try {
      const file = join(serving.folder.path, "the database's address");
      await writeFile(file, toDatabaseUrl(database));
      const env = { DATABASE_URL_FILE: file };
      const { said } = await serving.start(env);
      const id = await paste(said.stdout);
      assert.deepEqual(await idsOf(env), [id]);
      await serving.endAll();
      await database.db.rows({ text: 'delete from merchants', values: [] });
      const other = await serving.start({ DATABASE_URL: toDatabaseUrl(database) });
      assert.match(other.said.stdout, /No merchants yet/);
      assert.doesNotMatch(other.said.stdout, /merchant create|postgres:/);
    } finally {
      await serving.endAll();
      await database.close();
    }
  });
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
