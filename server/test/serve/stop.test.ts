// SIGTERM while callers stand still: what they hold is cut at the deadline, and the service ends.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { EXAMPLE_SECRETS, exampleArchive } from '../archive-fixture.js';
import { findPostmaster, runCommand } from '../command-line.js';
import { post, send } from '../service.js';
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
  for (const socket of trickles) if (!socket.closed) await once(socket, 'close');
  assert.equal(await findPostmaster(serving.folder), 0);
});

type Ticket = { readonly upload: { readonly url: string; readonly headers: Record<string, string> } };

const anUpload = () => ({
  id: randomUUID(),
  name: 'A slow one',
  fileName: 'slow.mp4',
  mimeType: 'video/mp4',
  fileSize: BYTES,
  checksum: createHash('sha256').update('slow').digest('hex'),
});
