import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { Client, UploadError, type UploadProgress } from '@vitrine/client';
import { useService, type Shop } from '../../tests/harness/service.js';
import { answer, refuse, startLocalServer } from './local-server.js';

const service = useService();
let shop: Shop;
beforeAll(async () => {
  shop = await service.newMerchant();
});

const MB = 1024 ** 2;
// Nine parts: one more byte than goes in one piece.
const bytes = randomBytes(64 * MB + 1);
const file = new File([bytes], 'film.mp4', { type: 'video/mp4' });

const partOf = (input: string | URL | Request): number =>
  Number(new URL(input instanceof Request ? input.url : input).searchParams.get('partNumber'));

// Every PUT that reached storage, by its part.
function watchedClient(onPut: (part: number) => void): Client {
  const own: typeof fetch = (input, init) => {
    if (init?.method === 'PUT') onPut(partOf(input));
    return fetch(input, init);
  };
  return new Client({ baseUrl: service.url, token: shop.secret, fetch: own });
}

test('a large file that was cut off goes on where it was: no part that is stored is sent again', async () => {
  const sent: number[] = [];
  const cut = new AbortController();
  const client = watchedClient((part) => void sent.push(part));
  const first = client.media.upload(file, {
    name: 'Film',
    signal: cut.signal,
    onProgress: ({ step, doneBytes }) => {
      if (step === 'put' && doneBytes > 40 * MB) cut.abort(new Error('cut off'));
    },
  });
  await assert.rejects(first, /cut off/);
  const status = await client.media.getUpload(await idOf());
  assert.ok(status.storedParts.length >= 2 && status.storedParts.length < 9, JSON.stringify(status));

  const underWay = sent.filter((part) => !status.storedParts.includes(part));
  sent.length = 0;
  const steps: UploadProgress[] = [];
  const { media } = await client.media.upload(file, { name: 'Film', onProgress: (step) => steps.push(step) });
  // A part whose last byte was out when it was cut off may have arrived since.
  assert.deepEqual(
    sent.filter((part) => status.storedParts.includes(part)),
    [],
  );
  // A key has one writer at a time: only a part that was on its way then may have been refused once, and sent again.
  const repeated = sent.filter((part, at) => sent.indexOf(part) !== at);
  assert.deepEqual(
    repeated.filter((part) => !underWay.includes(part)),
    [],
  );
  assert.ok((steps.find(({ step }) => step === 'put')?.doneBytes ?? 0) >= status.storedBytes);
  const stored = await fetch(media.fileUrl ?? '');
  assert.ok(Buffer.from(await stored.arrayBuffer()).equals(bytes));
});

// The one upload that this merchant awaits.
async function idOf(): Promise<string> {
  const row = await service.db.row<{ id: string }>({
    text: 'select id from media where merchant_id = $1',
    values: [shop.id],
  });
  return row?.id ?? '';
}

test('URLs that ran out are asked for anew, and only for what is missing', async () => {
  const other = await service.newMerchant();
  const sent: number[] = [];
  let isLate = false;
  const own: typeof fetch = async (input, init) => {
    if (init?.method !== 'PUT') return fetch(input, init);
    const part = partOf(input);
    // The 15 minutes are over when the fifth part begins; what is on its way by then arrives.
    if (part > 4 && !isLate) {
      isLate = true;
      service.clock.advance(905_000);
    }
    const response = await fetch(input, init);
    if (response.ok) sent.push(part);
    return response;
  };
  const client = new Client({ baseUrl: service.url, token: other.secret, fetch: own });
  const { media } = await client.media.upload(file, { name: 'Film' });
  assert.equal(media.name, 'Film');
  assert.deepEqual(
    sent.toSorted((one, other_) => one - other_),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
});

test('gives up when storage refuses every part: four rounds in each of three attempts', async () => {
  const storage = await startLocalServer(answer(403, 'no'));
  const parts = [{ number: 1, offset: 0, size: 1, upload: { url: `${storage.url}/1`, headers: {} } }];
  const upload = { url: `${storage.url}/whole`, headers: {} };
  const ticket = { mediaId: 'a', duplicateOf: null, upload, thumbnailUpload: null, warnings: [] };
  const api = await startLocalServer((request, response) =>
    answer(200, request.url?.endsWith('/parts') ? { parts } : ticket)(request, response),
  );
  try {
    const client = new Client({ baseUrl: api.url, token: 'token' });
    const isRefusal = (thrown: unknown) => thrown instanceof UploadError && thrown.status === 403;
    await assert.rejects(client.media.upload(file, { name: 'Film' }), isRefusal);
    assert.equal(api.requests.filter(({ url }) => url.endsWith('/parts')).length, 12);
    assert.equal(storage.requests.length, 12);
  } finally {
    storage.close();
    api.close();
  }
});

test.each([
  ['takes no parts', refuse(404, 'not_found')],
  ['has no room for parts beside the whole file', refuse(409, 'conflict')],
])('sends the file in one piece when the service %s', async (_, refusal) => {
  const storage = await startLocalServer(answer(200, ''));
  const upload = { url: `${storage.url}/whole`, headers: {} };
  const ticket = { mediaId: 'a', duplicateOf: null, upload, thumbnailUpload: null, warnings: [] };
  const api = await startLocalServer(
    answer(200, ticket),
    refusal,
    answer(200, { id: 'a', tags: [] }),
    refuse(404, 'not_found'),
  );
  try {
    const client = new Client({ baseUrl: api.url, token: 'token' });
    assert.equal((await client.media.upload(file, { name: 'Film' })).media.id, 'a');
    assert.deepEqual(storage.requests, [{ method: 'PUT', url: '/whole' }]);
  } finally {
    storage.close();
    api.close();
  }
});
