// For tests: the built server and its commands over a database and a store that are given by settings.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Media } from '@vitrine/contract/media';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { runCommand, type Environment, type Folder } from './command-line.js';
import { anUploadRequest } from './content.js';
import { post, send, type Answer } from './service.js';

export const INTERNAL = {
  error: 'internal',
  message: 'Something went wrong on our side. Try again; if it happens again, quote the X-Request-Id.',
};

export const BUSY = { error: 'internal', message: 'The service is busy. Try again in 5 s.' };

export const PLENTY: Environment = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' };

// Runs a command and gives what it printed.
export async function asked(folder: Folder, env: Environment, ...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

export async function newShop(folder: Folder, env: Environment) {
  const { id = '' } = await asked(folder, env, 'merchant', 'create', '--name', 'Shop');
  const scopes = ['media:write', 'media:files', 'tags:write', 'campaigns:read', 'changes:read'];
  const issued = ['--merchant', id, '--name', 'x', '--days', '7', '--scope', ...scopes];
  const token = await asked(folder, env, 'token', 'create', ...issued);
  return { id, token: token['token'] ?? '', tokenId: token['id'] ?? '' };
}

export type Timed = Answer & { readonly ms: number };

// One request and how long its answer took.
export async function timed(url: string, token: string, path: string, init?: RequestInit): Promise<Timed> {
  const started = performance.now();
  const answer = await send(url + API_PATH + path, token, init);
  return { ...answer, ms: performance.now() - started };
}

// Asks until the answer is a 200; gives the time that it took.
export async function untilOk(ask: () => Promise<Answer>, msMax = 120_000): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { status } = await ask().catch(() => ({ status: 0 }));
    const ms = performance.now() - started;
    if (status === 200) return ms;
    assert.ok(ms < msMax, `after ${msMax} ms the answer is ${status}`);
    await sleep(25);
  }
}

export type Upload = { readonly bytes: Buffer; readonly request: ReturnType<typeof anUploadRequest> };

export function newUpload(sizeBytes = 1_000): Upload {
  const bytes = randomBytes(sizeBytes);
  return { bytes, request: anUploadRequest({}, bytes) };
}

// The calls of an upload, each sent to the next address in turn; the status of the first that was not a 200, or 200.
export async function uploadOver(urls: () => string, token: string, { bytes, request }: Upload): Promise<number> {
  const at = (path: string, body?: unknown) => send(urls() + API_PATH + path, token, post(body));
  const started = await at('/media/uploads', request);
  if (started.status !== 200) return started.status;
  const { upload } = started.body as UploadTicket;
  if (upload === null) return 200;
  const stored = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  await stored.arrayBuffer();
  if (stored.status !== 200) return stored.status;
  return (await at(`/media/uploads/${request.id}/finalize`)).status;
}

export async function assertStored(url: string, token: string, { bytes, request }: Upload): Promise<void> {
  const { status, body } = await send(`${url}${API_PATH}/media/${request.id}`, token);
  assert.equal(status, 200, `${request.id} is lost`);
  const file = await fetch((body as Media).fileUrl ?? '');
  assert.ok(bytes.equals(Buffer.from(await file.arrayBuffer())), `the bytes of ${request.id} are others`);
}

// Settings under which a process believes that it is so many minutes later.
export const clockOff = (minutes: number): Environment => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    const now = () => Real.now() + ${minutes * 60_000};
    globalThis.Date = class extends Real {
      constructor(...args) { super(...(args.length === 0 ? [now()] : args)); }
      static now() { return now(); }
    };`)}`,
});
