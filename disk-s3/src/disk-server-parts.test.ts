import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, test } from 'vitest';
import { PART_BYTES_MIN } from './disk-parts.js';
import { newObjectKey, stagingKey } from './object-key.js';
import { createSigner, type Signer } from './sign.js';
import { codeOf, newFile, openTestDisk, put, TEST_BUCKET, TEST_KEYS, type TestDisk } from '../test/test-disk.js';

let disk: TestDisk;
let signer: Signer;
beforeAll(async () => {
  disk = await openTestDisk();
  const { endpoint, clock } = disk;
  signer = createSigner({ ...TEST_KEYS, bucket: TEST_BUCKET, endpoint, clock });
});
afterAll(() => disk.close());

const BYTES = randomBytes(PART_BYTES_MIN + 1000);
const PARTS = [BYTES.subarray(0, PART_BYTES_MIN), BYTES.subarray(PART_BYTES_MIN)];

type Query = Record<string, string>;

const send = (method: 'GET' | 'POST' | 'DELETE', key: string, query: Query, body?: string): Promise<Response> =>
  fetch(signer.presign(method, key, { expiresSeconds: 900, query }), { method, ...(body !== undefined && { body }) });

async function begin(key: string): Promise<string> {
  const xml = await (await send('POST', key, { uploads: '' })).text();
  return /<UploadId>(\w+)<\/UploadId>/.exec(xml)?.[1] ?? '';
}

function sendPart(
  key: string,
  uploadId: string,
  number: number,
  bytes: Uint8Array,
  declared = bytes,
): Promise<Response> {
  const sha256 = createHash('sha256').update(declared).digest('base64');
  const headers = { 'x-amz-checksum-sha256': sha256, 'content-length': String(declared.length) };
  const query = { partNumber: String(number), uploadId };
  const url = signer.presign('PUT', key, { expiresSeconds: 900, headers, query });
  return fetch(url, { method: 'PUT', headers: { 'x-amz-checksum-sha256': sha256 }, body: bytes });
}

const listOf = (etags: readonly (string | null)[]): string =>
  `<CompleteMultipartUpload>${etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join('')}</CompleteMultipartUpload>`;

const read = async (key: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(disk.store.signedGetUrl(key))).arrayBuffer());

test('a file comes in parts, in any order, one of them twice, and is whole once it is completed', async () => {
  const key = newObjectKey('mp4');
  const uploadId = await begin(key);
  const second = await sendPart(key, uploadId, 2, PARTS[1] ?? BYTES);
  assert.equal((await sendPart(key, uploadId, 1, PARTS[0] ?? BYTES)).status, 200);
  const first = await sendPart(key, uploadId, 1, PARTS[0] ?? BYTES);
  assert.equal(await codeOf(await fetch(disk.store.signedGetUrl(key))), '404 NoSuchKey');
  const listed = await (await send('GET', key, { uploadId })).text();
  assert.deepEqual(
    [...listed.matchAll(/<PartNumber>(\d)<\/PartNumber>.*?<Size>(\d+)<\/Size>/g)].map(([, ...parts]) => parts),
    [
      ['1', String(PART_BYTES_MIN)],
      ['2', '1000'],
    ],
  );
  const body = listOf([first.headers.get('etag'), second.headers.get('etag')]);
  assert.equal((await send('POST', key, { uploadId }, body)).status, 200);
  assert.deepEqual(await read(key), BYTES);
  assert.equal(await codeOf(await send('POST', key, { uploadId }, body)), '404 NoSuchUpload');
  assert.equal(await codeOf(await sendPart(key, uploadId, 1, PARTS[0] ?? BYTES)), '404 NoSuchUpload');
  assert.deepEqual(await disk.store.listUploads(), []);
});

test("the AWS SDK's presigned requests are understood", async () => {
  const client = new S3Client({
    endpoint: disk.endpoint,
    region: TEST_KEYS.region,
    forcePathStyle: true,
    credentials: TEST_KEYS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const at = { signingDate: new Date(disk.clock.now()), expiresIn: 900 };
  const target = { Bucket: TEST_BUCKET, Key: stagingKey(newObjectKey('mp4')) };
  const started = await fetch(await getSignedUrl(client, new CreateMultipartUploadCommand(target), at), {
    method: 'POST',
  });
  const UploadId = /<UploadId>(\w+)<\/UploadId>/.exec(await started.text())?.[1];
  const part = { ...target, UploadId, PartNumber: 1, ContentLength: 1000 };
  const partUrl = await getSignedUrl(client, new UploadPartCommand(part), {
    ...at,
    unhoistableHeaders: new Set(['content-length']),
    signableHeaders: new Set(['host', 'content-length']),
  });
  const sent = await fetch(partUrl, { method: 'PUT', body: PARTS[1] ?? BYTES });
  assert.equal(sent.status, 200, await sent.text());
  const list = await fetch(await getSignedUrl(client, new ListPartsCommand({ ...target, UploadId }), at));
  assert.match(await list.text(), /<Size>1000<\/Size>/);
  const completeUrl = await getSignedUrl(client, new CompleteMultipartUploadCommand({ ...target, UploadId }), at);
  const completed = await fetch(completeUrl, { method: 'POST', body: listOf([sent.headers.get('etag')]) });
  assert.equal(completed.status, 200);
  assert.deepEqual(await read(target.Key), Buffer.from(PARTS[1] ?? BYTES));
  const again = await fetch(await getSignedUrl(client, new CreateMultipartUploadCommand(target), at), {
    method: 'POST',
  });
  const other = { ...target, UploadId: /<UploadId>(\w+)<\/UploadId>/.exec(await again.text())?.[1] };
  const aborted = await fetch(await getSignedUrl(client, new AbortMultipartUploadCommand(other), at), {
    method: 'DELETE',
  });
  assert.equal(aborted.status, 204);
});

test('a part that is not its hash, not signed, of no number or of another key is refused and leaves nothing', async () => {
  const [key, other] = [newObjectKey('mp4'), newObjectKey('mp4')];
  const uploadId = await begin(key);
  const [bytes, wrong] = [newFile(1000).bytes, newFile(1000).bytes];
  assert.equal(await codeOf(await sendPart(key, uploadId, 1, wrong, bytes)), '400 BadDigest');
  assert.equal(await codeOf(await sendPart(key, uploadId, 0, bytes)), '400 InvalidArgument');
  assert.equal(await codeOf(await sendPart(key, uploadId, 10_001, bytes)), '400 InvalidArgument');
  assert.equal(await codeOf(await sendPart(other, uploadId, 1, bytes)), '404 NoSuchUpload');
  assert.equal(await codeOf(await sendPart(key, '../../etc', 1, bytes)), '404 NoSuchUpload');
  const query = { partNumber: '1', uploadId };
  const unpinned = signer.presign('PUT', key, { expiresSeconds: 900, query });
  assert.equal(await codeOf(await fetch(unpinned, { method: 'PUT', body: bytes })), '403 AccessDenied');
  const moved = signer
    .presign('GET', key, { expiresSeconds: 900, query: { uploadId } })
    .replace(uploadId, 'f'.repeat(32));
  assert.equal(await codeOf(await fetch(moved)), '403 SignatureDoesNotMatch');
  assert.deepEqual(await disk.store.listParts(key, uploadId), []);
});

test('completing wants every named part as it is, large enough but for the last; what is refused can be completed after', async () => {
  const key = newObjectKey('mp4');
  const uploadId = await begin(key);
  const small = await sendPart(key, uploadId, 1, PARTS[1] ?? BYTES);
  const last = await sendPart(key, uploadId, 2, PARTS[1] ?? BYTES);
  const [one, two] = [small.headers.get('etag'), last.headers.get('etag')];
  const complete = async (body: string): Promise<string> => codeOf(await send('POST', key, { uploadId }, body));
  assert.equal(await complete('no list'), '400 MalformedXML');
  assert.equal(await complete(listOf(['"another"', two])), '400 InvalidPart');
  assert.equal(await complete(listOf([one, two, two])), '400 InvalidPart');
  assert.equal(await complete(listOf([one, two])), '400 EntityTooSmall');
  assert.equal(await complete(listOf([one])), '200');
});

test('an abort takes all parts away, also while one is on its way', async () => {
  const key = newObjectKey('mp4');
  const uploadId = await begin(key);
  assert.equal((await sendPart(key, uploadId, 1, PARTS[1] ?? BYTES)).status, 200);
  assert.equal((await send('DELETE', key, { uploadId })).status, 204);
  assert.equal(await codeOf(await send('DELETE', key, { uploadId })), '404 NoSuchUpload');
  assert.equal(await codeOf(await sendPart(key, uploadId, 2, PARTS[1] ?? BYTES)), '404 NoSuchUpload');
  assert.deepEqual(await readdir(join(disk.directory, 'tmp')), []);
});

test('a key that is refused takes no bytes, not even of a PUT that has begun; what is stored stays', async () => {
  const [stored, later] = [newFile(1000), newFile(2000)];
  const key = newObjectKey('png');
  assert.equal((await put(disk.store.signedPut(key, stored.declared), stored.bytes)).status, 200);
  await disk.store.refuse(key);
  assert.equal(await codeOf(await put(disk.store.signedPut(key, later.declared), later.bytes)), '403 AccessDenied');
  assert.deepEqual(await read(key), stored.bytes);

  const begun = newObjectKey('png');
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => void (release = resolve));
  const slow = async function* (): AsyncGenerator<Uint8Array> {
    yield later.bytes.subarray(0, 1000);
    await isReleased;
    yield later.bytes.subarray(1000);
  };
  const writing = disk.store.write(begun, slow(), later.declared);
  await disk.store.refuse(begun);
  release();
  assert.equal(await writing, 'refused');
  assert.equal(await disk.store.head(begun), undefined);
});
