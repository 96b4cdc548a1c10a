// For tests: the S3 store on the Ceph that `npm run tool -- storage` has started. Without one (`npm test`) they are skipped.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as anyTest, type TestAPI } from 'vitest';
import { systemClock } from '../../server/src/clock.js';
import { readConfig } from '../../server/src/config.js';
import type { Keys } from '../../server/src/credential-settings.js';
import { fixedCredentials } from '../../server/src/storage/credentials/open-credentials.js';
import type { ObjectStore } from '../../server/src/storage/object-store.js';
import { createS3Store, type S3StoreOptions } from '../../server/src/storage/s3-store.js';
import { createSigner, type Signer } from '@vitrine/disk-s3';

const gatewayPid = process.env['CEPH_GATEWAY_PID'];

export const test: TestAPI['skip'] = gatewayPid === undefined ? anyTest.skip : anyTest;

// Another key, secret or token among the changes is that of the store's keys.
export function openStore(changes: Partial<S3StoreOptions & Keys> = {}): ObjectStore {
  const { accessKeyId, secretAccessKey, sessionToken, ...others } = { ...storeOptions(), ...changes };
  return createS3Store({ ...others, credentials: fixedCredentials({ accessKeyId, secretAccessKey, sessionToken }) });
}

export function openSigner(): Signer {
  return createSigner(storeOptions());
}

export function storeOptions(): Omit<S3StoreOptions, 'credentials'> & Keys {
  // vitest sets BASE_URL for its own purposes.
  const { storage } = readConfig({ ...process.env, BASE_URL: '' });
  if (storage.kind !== 's3') throw new Error('These tests need the S3 store of `npm run tool -- storage`.');
  const { credentials, ...options } = storage;
  if (credentials.kind !== 'keys') throw new Error('These tests need the keys of a store.');
  return { ...options, ...credentials.keys, clock: systemClock };
}

const SETTINGS = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_INTEGRITY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];

// What a server of its own needs to use the same bucket.
export const s3Settings = (): Record<string, string> =>
  Object.fromEntries(SETTINGS.map((name) => [name, process.env[name] ?? '']));

const MINUTE_MS = 60_000;
export const clockOffBy = (minutes: number) => ({ now: () => systemClock.now() + minutes * MINUTE_MS });

// A stopped process still accepts connections, by its kernel's hand, and answers nothing.
export async function whilePaused<Result>(act: () => Promise<Result>): Promise<Result> {
  process.kill(Number(gatewayPid), 'SIGSTOP');
  try {
    return await act();
  } finally {
    process.kill(Number(gatewayPid), 'SIGCONT');
  }
}

export async function thrownBy(promise: Promise<unknown>): Promise<Error> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Error)) throw new Error('Nothing was thrown.');
  assert.doesNotMatch(`${thrown.stack} ${JSON.stringify(thrown)} ${String(thrown.cause)}`, /X-Amz|Signature=/);
  return thrown;
}

export async function collect(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const parts = [];
  for await (const chunk of chunks ?? []) parts.push(chunk);
  return Buffer.concat(parts);
}

// The answer's status; its body goes into a file where `-o` is among the arguments.
export async function curl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-m', '60', '-w', '%{http_code}', ...args]);
  return stdout.slice(-3);
}

export const toCurlHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);

export async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-curl-'));
  try {
    await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
