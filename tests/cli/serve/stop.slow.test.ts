// SIGTERM while callers stand still: what they hold is cut at the deadline, and the service ends.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { startEmbedded } from '../../../server/src/db/start-embedded.js';
import { EXAMPLE_SECRETS, exampleArchive } from '../../harness/archive-fixture.js';
import { findPostmaster, runCommand } from '../../harness/command-line.js';
import { post, send } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { newServing, type Serving } from './serving.js';
import { trickle } from './trickle.js';

const BYTES = 1_000_000;

let serving: Serving;

beforeAll(async () => {
  serving = await newServing();
  await writeFile(
    join(serving.folder.path, 'archive.json'),
    JSON.stringify(exampleArchive({ campaigns: 1, tokensFrom: Date.now() })),
  );
  const { code, stderr } = await runCommand(serving.folder, ['import', 'archive.json']);
  assert.equal(code, 0, stderr);
});
afterAll(async () => {
  await serving.endAll();
  await serving.remove();
});

test('a request and a PUT whose bytes trickle for ever do not keep the service from stopping', async () => {
  const served = await serving.start({ STOP_SECONDS: '1' });
  const start = `${served.url}${API_PATH}/media/uploads`;
  const { upload } = (await send(start, EXAMPLE_SECRETS.all, post(anUpload()))).body as Ticket;
  const auth = { authorization: `Bearer ${EXAMPLE_SECRETS.all}`, 'content-type': 'application/json' };
  const trickles = [
    await trickle('POST', start, { ...auth, 'content-length': '1000' }),
    await trickle('PUT', upload.url, { ...upload.headers, 'content-length': String(BYTES) }),
  ];
  const { code } = await served.end('SIGTERM');
  assert.equal(code, 0);
  // However they end, also by a reset.
  await until(() => trickles.every(({ closed }) => closed));
  assert.equal(await findPostmaster(serving.folder), 0);
});

test('nor does a database that has fallen silent', async () => {
  const postgres = await startEmbedded(serving.folder);
  const { host, port, database } = postgres.connection;
  const url = `postgres://vitrine@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const served = await serving.start({ DATABASE_URL: url, STOP_SECONDS: '0' });
  const silent = await backendsOf(postgres.connection);
  for (const pid of silent) process.kill(pid, 'SIGSTOP');
  try {
    const { code, stderr } = await served.end('SIGTERM');
    assert.equal(code, 1);
    assert.match(stderr, /the database did not let go in time/);
  } finally {
    for (const pid of silent) process.kill(pid, 'SIGCONT');
    await postgres.stop();
  }
});

async function backendsOf(connection: ClientConfig): Promise<number[]> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name in ('vitrine', 'vitrine-listen')",
  );
  await client.end();
  assert.ok(rows.length > 1);
  return rows.map(({ pid }) => pid);
}

type Ticket = { readonly upload: { readonly url: string; readonly headers: Record<string, string> } };

const anUpload = () => ({
  id: randomUUID(),
  name: 'A slow one',
  fileName: 'slow.mp4',
  mimeType: 'video/mp4',
  fileSize: BYTES,
  checksum: createHash('sha256').update('slow').digest('hex'),
});
