// Any S3-compatible bucket behind the same interface as the disk.
import { addressOf, createSigner, type SignerOptions } from '@vitrine/disk-s3';
import type { Clock } from '../clock.js';
import { isObjectKey, type ObjectKey, stagingKey } from './object-key.js';
import type { ByteRange, MoveOutcome, ObjectStore } from './object-store.js';
import { checkBucket } from './check-bucket.js';
import type { BucketCredentials } from './credentials/bucket-credentials.js';
import { perKeys } from './credentials/per-keys.js';
import { createPresigning, type Integrity } from './presign-object.js';
import { createS3Client, discard, readErrorCode, refusal, type S3Client } from './s3-request.js';
import { createS3Parts } from './s3-parts.js';
import { textsOf } from './s3-xml.js';
import { uploadDeclared } from './upload-declared.js';

// A copy inside the store of the largest file; an answer may take that long.
const COPY_MS_MAX = 5 * 60 * 1000;

export type S3StoreOptions = Omit<SignerOptions, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'> & {
  readonly credentials: BucketCredentials;
  readonly integrity: Integrity;
  readonly clock: Clock;
  // The address that callers use, where it is another than ours.
  readonly publicEndpoint?: string | undefined;
  // How long the store may take to begin an answer; ten seconds unless told.
  readonly answerMs?: number;
};

export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { endpoint, bucket, integrity, clock, credentials } = options;
  const callers = { ...options, endpoint: options.publicEndpoint ?? endpoint };
  const signer = perKeys(credentials, (keys) => createSigner({ ...options, ...keys }));
  const ours = perKeys(credentials, (keys) => createPresigning({ ...options, ...keys }, integrity));
  const theirs = perKeys(credentials, (keys) => createPresigning({ ...callers, ...keys }, integrity));
  const client = createS3Client(endpoint, signer, options.answerMs);
  const pinsBytes = integrity !== 'verify';
  const move = (from: ObjectKey, to: ObjectKey): Promise<MoveOutcome> => moveObject(client, bucket, from, to);
  return {
    signedGetUrl: (key) => theirs().signedGetUrl(key),
    signedGetUrls: (keys) => theirs().signedGetUrls(keys),
    windowGetUrl: (key) => theirs().windowGetUrl(key),
    signedPut: (key, declared) => theirs().signedPut(key, declared),
    signedPart: (upload, part) => theirs().signedPart(upload, part),
    urlKeys: () => credentials.keys(),
    credentials,
    origin: addressOf(callers).origin,
    pinsBytes,
    canRefuse: false,
    head: (key) => headObject(client, key),
    async write(key, source, declared) {
      const first = pinsBytes ? key : stagingKey(key);
      try {
        await uploadDeclared(client.host, ours().signedPut(first, declared), source, declared);
        if (first !== key) await move(first, key);
      } catch (error) {
        if (first !== key) await deleteObject(client, first).catch(() => undefined); // the fault itself is what counts
        throw error;
      }
    },
    read: (key, range) => readObject(client, key, range),
    move,
    copy: async (from, to) => void (await copyObject(client, bucket, from, to)),
    delete: (key) => deleteObject(client, key),
    // A signed URL cannot be taken back: S3 has no such call.
    refuse: async () => false,
    joinsInPlace: false,
    ...createS3Parts(client, integrity),
    list: () => listBucket(client),
    ageMs: (key) => findAgeMs(client, key),
    check: () => checkBucket(client, bucket, clock),
  };
}

async function headObject(client: S3Client, key: ObjectKey): Promise<{ readonly sizeBytes: number } | undefined> {
  const response = await client.send({ method: 'HEAD', key });
  if (response.status === 404) return requireBucket(client, key);
  if (!response.ok) throw await refusal(client.host, 'tell of an object', response);
  return { sizeBytes: Number(response.headers.get('content-length')) };
}

async function readObject(
  client: S3Client,
  key: ObjectKey,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const headers = range === undefined ? undefined : { range: `bytes=${range.start}-${range.endInclusive}` };
  const response = await client.send({ method: 'GET', key, headers });
  const code = response.ok ? undefined : await readErrorCode(response.clone());
  if (code === 'NoSuchKey') return undefined;
  // Past the end is empty, as it is on the disk.
  if (response.status === 416) return new Blob([]).stream();
  if (!response.ok) throw await refusal(client.host, 'hand out an object', response);
  return response.body ?? new Blob([]).stream();
}

// What stands at `to` is kept: a ready object never changes.
async function moveObject(client: S3Client, bucket: string, from: ObjectKey, to: ObjectKey): Promise<MoveOutcome> {
  const standing = await headObject(client, to);
  if (from === to) return standing === undefined ? 'missing' : 'moved';
  const copied = standing === undefined ? await copyObject(client, bucket, from, to) : 'copied';
  // Gone from here, it may have been moved by another call since we looked.
  if (copied === 'missing') return (await headObject(client, to)) === undefined ? 'missing' : 'moved';
  await deleteObject(client, from);
  return 'moved';
}

async function copyObject(
  client: S3Client,
  bucket: string,
  from: ObjectKey,
  to: ObjectKey,
): Promise<'copied' | 'missing'> {
  const headers = { 'x-amz-copy-source': `/${bucket}/${from}` };
  const response = await client.send({ method: 'PUT', key: to, headers, timeoutMs: COPY_MS_MAX });
  // A copy may fail after its 200 has gone out; then the body is an error all the same.
  const code = await readErrorCode(response.clone());
  if (code === 'NoSuchKey') return 'missing';
  if (!response.ok || code !== undefined) throw await refusal(client.host, 'copy an object', response);
  await discard(response);
  return 'copied';
}

// A HEAD has no body to say what is missing: an absent object is one thing, an absent bucket is a fault of ours.
async function requireBucket(client: S3Client, key: ObjectKey): Promise<undefined> {
  const response = await client.send({ method: 'GET', key, headers: { range: 'bytes=0-0' } });
  if ((await readErrorCode(response.clone())) === 'NoSuchBucket')
    throw await refusal(client.host, 'tell of an object', response);
  await discard(response);
}

async function deleteObject(client: S3Client, key: ObjectKey): Promise<void> {
  const response = await client.send({ method: 'DELETE', key });
  if (!response.ok && response.status !== 404) throw await refusal(client.host, 'delete an object', response);
  await discard(response);
}

// A page of a thousand at a time. Names that are not ours are passed over.
async function* listBucket(client: S3Client): AsyncGenerator<readonly ObjectKey[]> {
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', ...(token === undefined ? {} : { 'continuation-token': token }) };
    const response = await client.send({ method: 'GET', key: '', query });
    if (!response.ok) throw await refusal(client.host, 'list its objects', response);
    const xml = await response.text();
    yield textsOf(xml, 'Key').filter(isObjectKey);
    token = textsOf(xml, 'NextContinuationToken')[0];
  } while (token !== undefined);
}

// By the store's own clock: ours may differ.
async function findAgeMs(client: S3Client, key: ObjectKey): Promise<number | undefined> {
  const response = await client.send({ method: 'HEAD', key });
  const [now, then] = ['date', 'last-modified'].map((name) => Date.parse(response.headers.get(name) ?? ''));
  if (response.status === 404) return undefined;
  if (!response.ok) throw await refusal(client.host, 'tell of an object', response);
  const age = (now ?? Number.NaN) - (then ?? Number.NaN);
  return Number.isNaN(age) ? undefined : age;
}
