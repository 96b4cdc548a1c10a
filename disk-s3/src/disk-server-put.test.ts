import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, test } from 'vitest';
import { newObjectKey, stagingKey } from './object-key.js';
import { codeOf, newFile, openTestDisk, put, TEST_BUCKET, TEST_KEYS, type TestDisk } from '../test/test-disk.js';

const run = promisify(execFile);
let disk: TestDisk;
beforeAll(async () => (disk = await openTestDisk()));
afterAll(() => disk.close());

async function readBack(key: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(disk.store.signedGetUrl(key))).arrayBuffer());
}

test('what fetch puts comes back byte for byte, also an empty file', async () => {
  for (const size of [3_000_000, 0]) {
    const { bytes, declared } = newFile(size);
    const key = newObjectKey('png');
    const response = await put(disk.store.signedPut(key, declared), bytes);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('etag') ?? '', /^".+"$/);
    assert.deepEqual(await readBack(key), bytes);
  }
});

test('what curl puts comes back byte for byte through curl', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-curl-'));
  const { bytes, declared } = newFile(2_000_000, 'video/mp4');
  const key = newObjectKey('mp4');
  const { url, headers } = disk.store.signedPut(key, declared);
  await writeFile(join(folder, 'in'), bytes);
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  // Above a megabyte curl asks with Expect: 100-continue before it sends.
  const sent = await run('curl', ['-sS', '-w', '%{http_code}', ...lines, '-T', join(folder, 'in'), url]);
  assert.equal(sent.stdout, '200');
  await run('curl', ['-sS', '-f', '-o', join(folder, 'out'), disk.store.signedGetUrl(key)]);
  assert.deepEqual(await readFile(join(folder, 'out')), bytes);
  await rm(folder, { recursive: true });
});

test("the AWS SDK's presigned URL is accepted too", async () => {
  const { bytes, declared } = newFile(1234);
  const key = newObjectKey('png');
  const { accessKeyId, secretAccessKey, region } = TEST_KEYS;
  const client = new S3Client({
    endpoint: disk.endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const checksum = Buffer.from(declared.sha256, 'hex').toString('base64');
  const command = new PutObjectCommand({
    Bucket: TEST_BUCKET,
    Key: key,
    ContentType: 'image/png',
    ContentLength: bytes.length,
    ChecksumSHA256: checksum,
  });
  const url = await getSignedUrl(client, command, {
    expiresIn: 900,
    signingDate: new Date(disk.clock.now()),
    signableHeaders: new Set(['host', 'content-type', 'content-length']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  });
  const headers = { 'content-type': 'image/png', 'x-amz-checksum-sha256': checksum };
  assert.equal(await codeOf(await put({ url, headers }, bytes)), '200');
  assert.deepEqual(await readBack(key), bytes);
});

test('other bytes of the same size are 400 and what was stored before stays', async () => {
  const { bytes, declared } = newFile(100_000);
  const key = newObjectKey('png');
  const upload = disk.store.signedPut(key, declared);
  assert.equal(await codeOf(await put(upload, newFile(100_000).bytes)), '400 BadDigest');
  assert.equal(await disk.store.head(key), undefined);
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal(await codeOf(await put(upload, newFile(100_000).bytes)), '400 BadDigest');
  assert.deepEqual(await readBack(key), bytes);
});

test('a changed, missing or added header, and a body of another length, are 403', async () => {
  const { bytes, declared } = newFile(1000);
  const key = newObjectKey('png');
  const { url, headers } = disk.store.signedPut(key, declared);
  const checksum = headers['x-amz-checksum-sha256'] ?? '';
  const type = 'image/png';
  const wrong: Record<string, string>[] = [
    { 'content-type': type },
    { 'x-amz-checksum-sha256': checksum },
    { 'content-type': 'image/jpeg', 'x-amz-checksum-sha256': checksum },
    { 'content-type': type, 'x-amz-checksum-sha256': checksum.toLowerCase() },
    { ...headers, 'x-amz-acl': 'public-read' },
  ];
  for (const each of wrong) assert.equal((await put({ url, headers: each }, bytes)).status, 403, JSON.stringify(each));
  for (const body of [bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
    assert.equal((await put({ url, headers }, body)).status, 403);
  }
  assert.equal(await disk.store.head(key), undefined);
});

test('a thumbnail is put under its staging key with type and length alone', async () => {
  const { bytes } = newFile(4000);
  const key = stagingKey(newObjectKey('jpg'));
  const upload = disk.store.signedPut(key, { contentType: 'image/jpeg', sizeBytes: 4000 });
  assert.deepEqual(upload.headers, { 'content-type': 'image/jpeg' });
  assert.equal((await put(upload, bytes)).status, 200);
  assert.equal((await put(upload, bytes.subarray(1))).status, 403);
  assert.deepEqual(await disk.store.head(key), { sizeBytes: 4000 });
});

test('PUTs of other bytes at once leave one whole file and no other', async () => {
  const thumbnails = [newFile(2_000_000).bytes, newFile(2_000_000).bytes];
  const key = stagingKey(newObjectKey('jpg'));
  const upload = disk.store.signedPut(key, { contentType: 'image/jpeg', sizeBytes: 2_000_000 });
  const before = (await disk.stored()).length;
  const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((each) => put(upload, thumbnails[each] ?? Buffer.alloc(0))));
  const codes = await Promise.all(answers.map(codeOf));
  assert.ok(codes.includes('200'));
  for (const code of codes) assert.ok(['200', '503 SlowDown'].includes(code), code);
  const bytes = await readBack(key);
  assert.ok(thumbnails.some((thumbnail) => thumbnail.equals(bytes)));
  assert.equal((await disk.stored()).length, before + 1);
});
