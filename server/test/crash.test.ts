import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { anUploadRequest } from './content.js';
import { freePort, killEverything, runCommand, startServer } from './server-process.js';
import { post, send } from './service.js';

const ROUNDS = 20;
const UPLOADERS = 4;

type Upload = { readonly bytes: Buffer; readonly request: ReturnType<typeof anUploadRequest> };

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

test(`killing everything during uploads, ${ROUNDS} times, loses no finalized item and no byte of it, and leaks no reservation`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-crash-'));
  folders.push(dataDir);
  const port = await freePort();
  const settings = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    PORT: String(port),
    STORAGE_PORT: String(await freePort()),
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
  };
  const { merchantId, token } = await newMerchant(settings);
  const finalized = new Map<string, Upload>();
  let interrupted: Upload[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer(settings);
    // The same calls repair what the last crash left.
    for (const upload of interrupted) await uploadOnce(server.url, token, upload);
    for (const upload of interrupted) finalized.set(upload.request.id, upload);
    interrupted = [];
    for (const [id, upload] of finalized) await assertThere(server.url, token, id, upload.bytes);
    const usage = JSON.parse(await runCommand(settings, 'merchant', 'show', merchantId, '--json')) as Record<
      string,
      number
    >;
    const bytes = [...finalized.values()].reduce((sum, upload) => sum + upload.bytes.length, 0);
    assert.deepEqual([usage['storageUsedBytes'], usage['storageReservedBytes']], [bytes, 0]);

    const begun = new Set<Upload>();
    const uploaders = Array.from({ length: UPLOADERS }, () => keepUploading(server.url, token, begun, finalized));
    await sleep(randomInt(20, 400));
    await killEverything(server, dataDir);
    await Promise.all(uploaders);
    interrupted = [...begun];
  }
  assert.ok(finalized.size > ROUNDS, `${finalized.size} items were finalized`);
}, 240_000);

async function newMerchant(settings: Record<string, string>) {
  const merchant = JSON.parse(await runCommand(settings, 'merchant', 'create', '--name', 'Crash', '--json')) as {
    id: string;
  };
  const issued = await runCommand(
    settings,
    'token',
    'create',
    '--merchant',
    merchant.id,
    '--name',
    'x',
    '--scope',
    'media:write',
    'media:files',
    '--days',
    '7',
    '--json',
  );
  return { merchantId: merchant.id, token: (JSON.parse(issued) as { token: string }).token };
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

async function assertThere(url: string, token: string, id: string, bytes: Buffer): Promise<void> {
  const { status, body } = await send(`${url}${API_PATH}/media/${id}`, token);
  assert.equal(status, 200);
  const file = await fetch((body as Media).fileUrl ?? '');
  const stored = Buffer.from(await file.arrayBuffer());
  assert.equal(createHash('sha256').update(stored).digest('hex'), createHash('sha256').update(bytes).digest('hex'));
}
