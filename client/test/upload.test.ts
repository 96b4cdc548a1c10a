import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Client, ConflictError, UploadError, type UploadProgress } from '@vitrine/client';
import { aTag } from '../../tests/harness/content.js';
import { useService, type Shop } from '../../tests/harness/service.js';
import { usageOf } from '../../tests/harness/upload.js';
import { isS3 } from '../../tests/harness/store.js';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant({ tags: [aTag('Summer Sale')] });
});

type Fetch = typeof fetch;
const newClient = (own?: Fetch): Client => new Client({ baseUrl: service.url, token: shop.secret, fetch: own });
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const aFile = (bytes = 200_000): File =>
  new File([PNG_SIGNATURE, randomBytes(bytes - PNG_SIGNATURE.length)], 'door.png', { type: 'image/png' });
const download = async (url: string | null | undefined): Promise<Buffer> =>
  Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
const isPut = (init?: RequestInit): boolean => init?.method === 'PUT';

test('an upload is hashed, sent, finalized and tagged, and tells how far it is', async () => {
  const file = aFile();
  const steps: UploadProgress[] = [];
  const { media, duplicate, warnings } = await newClient().media.upload(file, {
    name: 'Door, August',
    tags: ['  summer   SALE ', 'New'],
    onProgress: (progress) => steps.push(progress),
  });
  assert.deepEqual([media.name, media.type, duplicate, warnings], ['Door, August', 'image', false, []]);
  assert.deepEqual(
    media.tags.map(({ name }) => name),
    ['New', 'Summer Sale'],
  );
  const stored = await fetch(media.fileUrl ?? '');
  assert.deepEqual(new Uint8Array(await stored.arrayBuffer()), new Uint8Array(await file.arrayBuffer()));
  assert.deepEqual([...new Set(steps.map(({ step }) => step))], ['hash', 'put', 'finalize']);
  assert.deepEqual(
    steps.findLast(({ step }) => step === 'put'),
    { step: 'put', doneBytes: 200_000, totalBytes: 200_000 },
  );
});

describe('a file that is no image', () => {
  const text = () => new File([randomUUID()], 'door.png', { type: 'image/png' });
  const warning = {
    code: 'not_playable',
    message: 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.',
  };

  test('is uploaded with a warning, and so is its duplicate', async () => {
    const file = text();
    for (const isDuplicate of [false, true]) {
      const { duplicate, warnings } = await newClient().media.upload(file, { name: 'Door' });
      assert.deepEqual([duplicate, warnings], [isDuplicate, [warning]]);
    }
  });

  test.each([404, 405])('is uploaded without one to a service that answers GET with %i', async (status) => {
    const own: Fetch = (input, init) =>
      init?.method === 'GET' && typeof input === 'string' && input.includes('/media/uploads/')
        ? Promise.resolve(
            Response.json({ error: status === 404 ? 'not_found' : 'method_not_allowed', message: 'No.' }, { status }),
          )
        : fetch(input, init);
    const { warnings } = await newClient(own).media.upload(text(), { name: 'Door' });
    assert.deepEqual(warnings, []);
  });
});

test('the media that upload returns is what GET /media/{id} shows', async () => {
  const { media } = await newClient().media.upload(aFile(), { name: 'Door', tags: ['b', 'a'] });
  const { thumbnailUrl: _1, fileUrl: _2, ...shown } = await newClient().media.get(media.id);
  expect(media).toMatchObject(shown);
});

test('a file that the library has is a duplicate, and gets the tags that it lacks', async () => {
  const file = aFile();
  const client = newClient();
  const first = await client.media.upload(file, { name: 'First', tags: ['One'] });
  const second = await client.media.upload(file, { name: 'Second', id: randomUUID(), tags: ['one', 'Two'] });
  assert.deepEqual([second.duplicate, second.media.id, second.media.name], [true, first.media.id, 'First']);
  assert.deepEqual(
    second.media.tags.map(({ name }) => name),
    ['One', 'Two'],
  );
});

test('a thumbnail that is given is stored', async () => {
  const thumbnail = new Blob([randomBytes(900)], { type: 'image/jpeg' });
  const { media } = await newClient().media.upload(aFile(), { name: 'With thumbnail', thumbnail });
  const stored = await fetch(media.thumbnailUrl ?? '');
  assert.equal((await stored.arrayBuffer()).byteLength, 900);
});

test('a file of no bytes goes from start to end', async () => {
  const { media } = await newClient().media.upload(new Blob([]), { name: 'Empty', fileName: 'empty.png' });
  assert.equal(media.type, 'image');
});

test('the type is told by the first bytes where nothing else tells it', async () => {
  const video = new Blob([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(100)]);
  assert.equal((await newClient().media.upload(video, { name: 'Door' })).media.type, 'video');
  await expect(newClient().media.upload(new Blob(['hello']), { name: 'notes.txt' })).rejects.toThrow(UploadError);
});

test('bytes in memory are a file too: a Buffer, a Uint8Array, an ArrayBuffer', async () => {
  const door = Buffer.from(`\u0089PNG ${randomUUID()}`, 'latin1');
  const sources = [door, new Uint8Array(door.subarray(0, 30)), new Uint8Array(door.subarray(0, 20)).buffer];
  for (const [at, bytes] of [door, door.subarray(0, 30), door.subarray(0, 20)].entries()) {
    const thumbnail = Buffer.from('small');
    const { media } = await newClient().media.upload(sources[at] ?? door, { name: 'Door', thumbnail });
    assert.deepEqual(await download(media.fileUrl), Buffer.from(bytes));
    assert.deepEqual(await download(media.thumbnailUrl), thumbnail);
  }
});

test('what is no file is refused in words that say what to pass', async () => {
  const sentence =
    'A file to upload is a Blob, a File, a Buffer, an ArrayBuffer, or an object with size and stream(). For a path: await openAsBlob(path), from node:fs.';
  for (const wrong of ['door.png', Promise.resolve(aFile()), undefined, { size: 3 }]) {
    // @ts-expect-error what callers without types pass
    const upload = newClient().media.upload(wrong, { name: 'Door' });
    await expect(upload).rejects.toThrow(new UploadError(sentence));
  }
});

test('more than ten tags are added in several calls', async () => {
  const tags = Array.from({ length: 12 }, (_, at) => `Tag ${at}`);
  const { media } = await newClient().media.upload(aFile(), { name: 'Tagged', tags });
  assert.equal(media.tags.length, 12);
});

// S3 lives in real time, where no URL of a test runs out.
test.skipIf(isS3)('a URL that ran out is replaced by a fresh one, for the same id', async () => {
  let puts = 0;
  const client = newClient((url, init) => {
    if (isPut(init) && (puts += 1) === 1) service.clock.advance(16 * 60 * 1000);
    return fetch(url, init);
  });
  const { media, duplicate } = await client.media.upload(aFile(), { name: 'Late' });
  assert.deepEqual([media.name, duplicate, puts], ['Late', false, 2]);
});

test('bytes that did not arrive are sent again', async () => {
  let puts = 0;
  const client = newClient(async (url, init) => {
    if (isPut(init) && (puts += 1) === 1) return new Response(null, { status: 200 });
    return fetch(url, init);
  });
  const { media } = await client.media.upload(aFile(), { name: 'Lost' });
  assert.deepEqual([media.name, puts], ['Lost', 2]);
});

test('a connection that storage drops is tried again', async () => {
  let puts = 0;
  const client = newClient(async (url, init) => {
    if (isPut(init) && (puts += 1) === 1) throw new TypeError('fetch failed');
    return fetch(url, init);
  });
  assert.equal((await client.media.upload(aFile(), { name: 'Dropped' })).media.name, 'Dropped');
});

test('an upload that was called off half-way is taken up by the next one, without a second item', async () => {
  const file = aFile(5_000_000);
  const controller = new AbortController();
  const onProgress = ({ step, doneBytes }: UploadProgress): void => {
    if (step === 'put' && doneBytes > 1_000_000) controller.abort();
  };
  const before = await usageOf(service, shop);
  const cut = newClient().media.upload(file, { name: 'Cut', onProgress, signal: controller.signal });
  await expect(cut).rejects.toThrow(/aborted/);
  await newClient().media.upload(file, { name: 'Whole' });
  const after = await usageOf(service, shop);
  assert.deepEqual(
    [Number(after?.used) - Number(before?.used), Number(after?.reserved)],
    [5_000_000, Number(before?.reserved)],
  );
});

test('a file that changes while it is read is refused, and nothing is tried again', async () => {
  const bytes = [randomBytes(1_000), randomBytes(900)];
  const stream = (): ReadableStream<Uint8Array> => ReadableStream.from([bytes.shift() ?? randomBytes(900)]);
  const upload = newClient().media.upload({ size: 1_000, name: 'a.png', stream }, { name: 'Changed' });
  await expect(upload).rejects.toThrow(/changed while it was sent/);
  assert.equal(bytes.length, 0);
});

test('an id that belongs to another file is a conflict, and is not tried again', async () => {
  const id = randomUUID();
  await newClient().media.upload(aFile(), { name: 'One', id });
  const error: unknown = await newClient()
    .media.upload(aFile(), { name: 'Other', id })
    .catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ConflictError);
  assert.equal(error.code, 'id_conflict');
});
