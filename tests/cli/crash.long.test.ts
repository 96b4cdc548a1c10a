import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { anUploadRequest } from '../harness/content.js';
import { newFolderWithCluster, removeFolder, runCommand, startServe, type Folder } from '../harness/command-line.js';
import { findFreePort } from '../harness/free-port.js';
import { killEverything } from '../harness/kill-everything.js';
import { post, send } from '../harness/service.js';

const ROUNDS = 20;
const UPLOADERS = 4;

type Upload = { readonly bytes: Buffer; readonly request: ReturnType<typeof anUploadRequest> };

let folder: Folder;
beforeAll(async () => void (folder = await newFolderWithCluster()));
afterAll(() => removeFolder(folder));

test(`killing everything during uploads, ${ROUNDS} times, loses no finalized item and no byte of it, and leaks no reservation`, async () => {
  const settings = {
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    PORT: String(await findFreePort()),
    STORAGE_PORT: String(await findFreePort()),
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
  };
  const { merchantId, token } = await newMerchant();
  const finalized = new Map<string, Upload>();
  let interrupted: Upload[] = [];
  let checked = 0;

  for (let round = 0; round <= ROUNDS; round += 1) {
    const server = await startServe(folder, settings);
    // The same calls repair what the last crash left.
    for (const upload of interrupted) await uploadOnce(server.url, token, upload);
    for (const upload of interrupted) finalized.set(upload.request.id, upload);
    // Each round looks at what the last crash could have hurt, the last one at everything.
    const suspects = round === ROUNDS ? [...finalized.values()] : [...finalized.values()].slice(checked);
    for (const upload of suspects) await assertThere(server.url, token, upload);
    checked = finalized.size;
    const usage = (await asked('merchant', 'show', merchantId)) as Record<string, number>;
    const bytes = [...finalized.values()].reduce((sum, upload) => sum + upload.bytes.length, 0);
    assert.deepEqual([usage['storageUsedBytes'], usage['storageReservedBytes']], [bytes, 0]);

    const begun = new Set<Upload>();
    const uploaders = Array.from({ length: UPLOADERS }, () => keepUploading(server.url, token, begun, finalized));
    await sleep(randomInt(20, 400));
    await killEverything(server, folder);
    await Promise.all(uploaders);
    interrupted = [...begun];
  }
  assert.ok(finalized.size > ROUNDS, `${finalized.size} items were finalized`);
}, 240_000);

async function newMerchant() {
  const merchant = (await asked('merchant', 'create', '--name', 'Crash')) as { id: string };
  const scopes = ['--scope', 'media:write', 'media:files'];
  const token = await asked('token', 'create', '--merchant', merchant.id, '--name', 'x', '--days', '7', ...scopes);
  return { merchantId: merchant.id, token: (token as { token: string }).token };
}

async function asked(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], { DEMO: 'off' });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function keepUploading(
  url: string,
  token: string,
  begun: Set<Upload>,
  finalized: Map<string, Upload>,
): Promise<void> {
  for (;;) {
    const bytes = randomBytes(randomInt(1, 200_000));
    const upload = { bytes, request: anUploadRequest({}, bytes) };
    begun.add(upload);
    try {
      await uploadOnce(url, token, upload);
    } catch {
      return;
    }
    begun.delete(upload);
    finalized.set(upload.request.id, upload);
  }
}

async function uploadOnce(url: string, token: string, { bytes, request }: Upload): Promise<void> {
  const at = (path: string, body?: unknown) => send(url + API_PATH + path, token, post(body));
  const started = await at('/media/uploads', request);
  assert.equal(started.status, 200);
  const { upload } = started.body as UploadTicket;
  if (upload === null) return;
  const stored = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  assert.equal(stored.status, 200);
  assert.equal((await at(`/media/uploads/${request.id}/finalize`)).status, 200);
}

async function assertThere(url: string, token: string, { bytes, request }: Upload): Promise<void> {
  const { status, body } = await send(`${url}${API_PATH}/media/${request.id}`, token);
  assert.equal(status, 200);
  const file = await fetch((body as Media).fileUrl ?? '');
  const stored = Buffer.from(await file.arrayBuffer());
  assert.equal(createHash('sha256').update(stored).digest('hex'), createHash('sha256').update(bytes).digest('hex'));
}
