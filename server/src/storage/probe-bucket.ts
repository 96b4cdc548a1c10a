// What of a bucket shows only when it is asked by the addresses that callers use: whether pages may upload, and whether
// other bytes than the declared ones are refused. Both are asked by the doctor, and once after each start.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.js';
import { S3_INTEGRITIES, type StorageConfig } from '../config.js';
import { newObjectKey } from './object-key.js';
import type { ObjectStore, PresignedUpload } from './object-store.js';
import { createS3Store, type S3StoreOptions } from './s3-store.js';

const ANSWER_MS_MAX = 10_000;
const TYPE = 'image/png';
export const RIGHT = Buffer.from('what vitrine-server doctor wrote');
const WRONG = Buffer.from('what vitrine-server doctor wrong');

// One small object that is not stored yet.
export function newProbe(store: ObjectStore) {
  const sha256 = createHash('sha256').update(RIGHT).digest('hex');
  const key = newObjectKey(TYPE);
  return { key, put: store.signedPut(key, { contentType: TYPE, sizeBytes: RIGHT.length, sha256 }) };
}

export const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS_MAX) });

// Whether pages of the origin may upload.
export async function allowsPages({ url, headers }: PresignedUpload, origin: string): Promise<boolean> {
  const answer = await ask(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': Object.keys(headers).join(',').toLowerCase(),
    },
  });
  await answer.body?.cancel();
  const allowed = answer.headers.get('access-control-allow-origin');
  return answer.ok && (allowed === origin || allowed === '*');
}

export async function takesWrongBytes({ url, headers }: PresignedUpload): Promise<boolean> {
  const answer = await ask(url, { method: 'PUT', headers, body: WRONG });
  await answer.body?.cancel();
  return answer.ok;
}

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

// The setting of S3_INTEGRITY under which this bucket takes the declared bytes and refuses others.
export async function findIntegrity(
  storage: Omit<S3StoreOptions, 'clock'>,
  clock: Clock,
): Promise<S3Config['integrity']> {
  for (const integrity of S3_INTEGRITIES.filter((one) => one !== 'verify')) {
    const store = createS3Store({ ...storage, integrity, clock });
    const { key, put } = newProbe(store);
    try {
      if (await takesWrongBytes(put)) continue;
      const right = await ask(put.url, { method: 'PUT', headers: put.headers, body: RIGHT });
      await right.body?.cancel();
      if (right.ok) return integrity;
    } finally {
      await store.delete(key).catch(() => undefined);
    }
  }
  return 'verify';
}

type Watched = { readonly storage: StorageConfig; readonly baseUrl: string };
type Warn = { readonly warn: (details: object, message: string) => void };

// After the start, beside the first requests: what is wrong is one line of the log each.
export async function watchBucket(
  store: ObjectStore,
  { storage, baseUrl }: Watched,
  { clock, log }: { readonly clock: Clock; readonly log: Warn },
): Promise<void> {
  const { credentials } = store;
  if (storage.kind !== 's3' || credentials === undefined) return;
  const { key, put } = newProbe(store);
  const { origin } = new URL(baseUrl);
  try {
    if (!(await allowsPages(put, origin)))
      log.warn({ origin }, 'the bucket lets no pages of this origin upload: run vitrine-server storage set-up');
    if (store.pinsBytes && (await takesWrongBytes(put))) {
      const fits = await findIntegrity({ ...storage, credentials }, clock);
      log.warn({ fits }, `the bucket takes other bytes than the declared ones: set S3_INTEGRITY to ${fits}`);
    }
  } catch (error) {
    log.warn({ err: error }, 'the bucket could not be asked by the address that callers use');
  } finally {
    await store.delete(key).catch(() => undefined);
  }
}
