// How `serve` as built ends, from a start that is refused to kill -9: with which words, and with nothing left running.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, inject, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { MIGRATION_LOCK } from '../../../server/src/db/migrate.js';
import { startEmbedded } from '../../../server/src/db/start-embedded.js';
import { EXAMPLE_PASSWORD, EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import { findPostmaster, runCommand, spawnProgram, type Served } from '../../harness/command-line.js';
import { findFreePort } from '../../harness/free-port.js';
import { send } from '../../harness/service.js';
import {
  connectTo,
  findSecretLines,
  newServing,
  untilRefused,
  untilUnserved,
  untilWaiting,
  type Serving,
} from './serving.js';
import { holdBody } from './trickle.js';

let serving: Serving;

// Where there is a merchant no start makes the demo, which costs more than any of these tests.
beforeAll(async () => {
  serving = await newServing();
  await writeFile(
    join(serving.folder.path, 'archive.json'),
    JSON.stringify(exampleArchive({ campaigns: 1, tokensFrom: Date.now() })),
  );
  const { code, stderr } = await runCommand(serving.folder, ['import', 'archive.json']);
  assert.equal(code, 0, stderr);
});
afterEach(() => serving.endAll());
afterAll(() => serving.remove());

const getTags = (served: Served) => send(`${served.url}${API_PATH}/tags`, EXAMPLE_SECRETS.read);

describe('the end', () => {
  // SIGINT twice: Ctrl-C reaches the server from the terminal and once more from npm.
  test.each([['SIGTERM'], ['SIGINT', 'SIGINT']] as const)(
    '%j, %j: a request under way is answered, new ones are not taken, and nothing is left running',
    async (signal, again?: NodeJS.Signals) => {
      const served = await serving.start();
      const tagging = `${served.url}${API_PATH}/media/${exampleId('media', 0)}/tags`;
      const sendBody = await holdBody(tagging, EXAMPLE_SECRETS.all, { add: ['Summer'] });
      const ended = served.end(signal);
      await untilRefused(served.url);
      // The first was heard, so neither is lost in the other.
      if (again !== undefined) served.process.kill(again);
      const { statusCode, headers } = await sendBody();
      assert.deepEqual([statusCode, headers.connection], [200, 'close']);
      assert.equal((await ended).code, 0);
      assert.equal(await findPostmaster(serving.folder), 0);
    },
  );

  test('a signal during the start ends it too, and leaves nothing running', async () => {
    const postgres = await startEmbedded(serving.folder);
    const client = await connectTo(serving.folder, 'vitrine');
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const child = spawnProgram(serving.folder, ['serve'], { PORT: String(await findFreePort()) });
    await untilWaiting(client);
    // So that it is the last one there, who stops PostgreSQL.
    await postgres.stop();
    child.process.kill('SIGINT');
    await client.end();
    const { code, stdout } = await child.ended;
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.equal(await findPostmaster(serving.folder), 0);
  });

  test('after kill -9 the next start takes over the PostgreSQL that was left, and stops it in the end', async () => {
    const killed = await serving.start();
    const pid = await findPostmaster(serving.folder);
    await killed.end('SIGKILL');
    await untilUnserved(serving.folder);
    assert.equal(await findPostmaster(serving.folder), pid);
    const served = await serving.start();
    assert.equal(await findPostmaster(serving.folder), pid);
    assert.equal((await getTags(served)).status, 200);
    assert.equal((await served.end('SIGTERM')).code, 0);
    assert.equal(await findPostmaster(serving.folder), 0);
  });
});

describe('what keeps it from starting is one sentence, exit code 1, and nothing left running', () => {
  const refused = async (more: Record<string, string>): Promise<string> => {
    const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
    const settings = { LOG_LEVEL: 'warn', ...ports, ...more };
    const { code, stdout, stderr } = await runCommand(serving.folder, ['serve'], settings);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(await findPostmaster(serving.folder), 0);
    return stderr;
  };

  test.each(['PORT', 'STORAGE_PORT', 'ADMIN_PORT'])('%s is taken', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const stderr = await refused({ [name]: String(port) });
    other.close();
    const advice = `Set ${name} to a free port, or ${name === 'ADMIN_PORT' ? 'ADMIN_HOST' : 'HOST'} to another address.`;
    assert.equal(stderr, `Cannot listen on 127.0.0.1:${port} (EADDRINUSE). ${advice}\n`);
  });

  const socket = () => `host=${encodeURIComponent(inject('postgres').host)}&port=${inject('postgres').port}`;

  test('DATABASE_URL where nothing answers, by network and by socket', async () => {
    const sentence =
      'PostgreSQL does not answer at DATABASE_URL. Check the address, and that the server is up and reachable.\n';
    const port = await findFreePort();
    assert.equal(await refused({ DATABASE_URL: `postgres://me:hidden-word@127.0.0.1:${port}/db` }), sentence);
    assert.equal(await refused({ DATABASE_URL: 'postgres://me:hidden-word@/db?host=/no/such/folder' }), sentence);
  });

  test('DATABASE_URL with a database or a user that is not there', async () => {
    assert.equal(
      await refused({ DATABASE_URL: `postgres://vitrine@/no_such_database?${socket()}` }),
      'The database that DATABASE_URL names does not exist. Create it, or name another.\n',
    );
    assert.equal(
      await refused({ DATABASE_URL: `postgres://nobody_known:hidden-word@/postgres?${socket()}` }),
      'PostgreSQL refused the user or password of DATABASE_URL. Correct them.\n',
    );
  });

  test('DATABASE_URL with a user who may not create tables', async () => {
    const client = new pg.Client(inject('superuser'));
    await client.connect();
    await client.query('create role vitrine_guest login');
    await client.query('create database guest_ready template vitrine_template');
    try {
      assert.equal(
        await refused({ DATABASE_URL: `postgres://vitrine_guest@/guest_ready?${socket()}` }),
        'The user of DATABASE_URL may not create tables. Grant it «create» on the database and its schema public.\n',
      );
    } finally {
      await client.query('drop database guest_ready with (force)');
      await client.query('drop role vitrine_guest');
      await client.end();
    }
  });
});

test('nothing that any process here wrote holds a secret, other than what the banner and demo are for', async () => {
  const own = [EXAMPLE_PASSWORD, EXAMPLE_SECRETS.read, EXAMPLE_SECRETS.all];
  assert.deepEqual(await findSecretLines(serving.folder, own), []);
  assert.ok(serving.folder.said.some((text) => text.includes('"msg":"request"')));
});
