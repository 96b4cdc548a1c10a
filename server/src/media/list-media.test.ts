import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { MediaPage } from '@vitrine/contract/media';
import { newTokenSecret } from '../identity/token-secret.js';
import { importArchive } from '../archive/import-archive.js';
import { sql } from '../db/sql.js';
import { aPage, aTag, aVideo, anImage, sha256 } from '../../../tests/harness/content.js';
import { aMerchant, aToken, useService, type Shop } from '../../../tests/harness/service.js';

const service = useService();

const namesOf = async (shop: Shop, query: string): Promise<string[]> => {
  const { status, body } = await shop.get(`/media${query}`);
  assert.equal(status, 200);
  return (body as MediaPage).items.map((media) => media.name);
};

test('ready media come newest first, with exactly the fields of the contract', async () => {
  const [window, summer] = [aTag('window'), aTag('Summer')];
  const image = anImage({ name: 'Poster', tagIds: [window.id, summer.id], createdAt: '2026-06-01T10:00:00.000Z' });
  const video = aVideo({ name: 'Door', createdAt: '2026-06-02T10:00:00.120Z' });
  const page = aPage({ name: 'Menu', createdAt: '2026-06-03T10:00:00.000Z', description: 'secret words' });
  const reader = newTokenSecret();
  const shop = await service.newMerchant({
    tags: [window, summer],
    media: [image, video, page],
    tokens: [aToken(reader, ['media:read'])],
  });
  const { body } = await shop.get('/media', reader);
  assert.deepEqual(body, {
    items: [
      {
        id: page.id,
        name: 'Menu',
        type: 'web',
        width: null,
        height: null,
        durationSeconds: null,
        tags: [],
        thumbnailUrl: null,
        createdAt: '2026-06-03T10:00:00.000Z',
      },
      {
        id: video.id,
        name: 'Door',
        type: 'video',
        width: 1920,
        height: 1080,
        durationSeconds: 12.5,
        tags: [],
        thumbnailUrl: null,
        createdAt: '2026-06-02T10:00:00.120Z',
      },
      {
        id: image.id,
        name: 'Poster',
        type: 'image',
        width: 1920,
        height: 1080,
        durationSeconds: null,
        tags: [summer, window],
        thumbnailUrl: null,
        createdAt: '2026-06-01T10:00:00.000Z',
      },
    ],
    nextCursor: null,
  });
});

test('an item that is not ready appears nowhere', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  await service.db.rows(sql`update media set state = 'awaiting' where merchant_id = ${shop.id} and id = ${media.id}`);
  assert.deepEqual((await shop.get('/media')).body, { items: [], nextCursor: null });
  assert.equal((await shop.get(`/media/${media.id}`)).status, 404);
});

describe('signed URLs', () => {
  let shop: Shop;
  let folder: string;
  const image = anImage({
    file: { mimeType: 'image/png', sizeBytes: 5, sha256: sha256('image'), path: 'image.png' },
    thumbnail: { sizeBytes: 5, path: 'thumb.jpg' },
  });
  const page = aPage({ createdAt: '2026-05-01T00:00:00Z' });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
    await writeFile(join(folder, 'image.png'), 'image');
    await writeFile(join(folder, 'thumb.jpg'), 'thumb');
    shop = await service.newMerchant();
    const token = aToken(shop.secret);
    const archive = {
      format: 'vitrine-merchant/1',
      merchant: { ...aMerchant(), id: shop.id },
      tokens: [token],
      media: [image, page],
    };
    await importArchive(service, archive, { folder, replace: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('lead to the bytes until 15 minutes after the response, and stop then', async () => {
    // Nearly a second after the one that the signature names.
    const before = service.clock.now();
    service.clock.advance(950);
    const { items } = (await shop.get('/media')).body as MediaPage;
    const { fileUrl, thumbnailUrl } = items[0] ?? {};
    assert.ok(fileUrl && thumbnailUrl);
    assert.equal(await (await fetch(fileUrl)).text(), 'image');
    const thumbnail = await fetch(thumbnailUrl);
    assert.equal(thumbnail.headers.get('content-type'), 'image/jpeg');
    assert.equal(await thumbnail.text(), 'thumb');
    service.clock.advance(15 * 60_000);
    assert.equal((await fetch(fileUrl)).status, 200);
    assert.equal((await fetch(thumbnailUrl)).status, 200);
    service.clock.advance(2_000);
    assert.equal((await fetch(fileUrl)).status, 403);
    assert.equal((await fetch(thumbnailUrl)).status, 403);
    service.clock.advance(before - service.clock.now());
  });

  test("are not called with the token, and a web page's file is its own address", async () => {
    const { items } = (await shop.get('/media')).body as MediaPage;
    assert.equal(items[1]?.fileUrl, 'https://example.com/menu');
    assert.equal(items[1]?.thumbnailUrl, null);
  });

  test('are the same for a single item', async () => {
    const listed = (await shop.get('/media')).body as MediaPage;
    assert.deepEqual((await shop.get(`/media/${image.id}`)).body, listed.items[0]);
  });
});

describe('search', () => {
  test('finds text in name or description, whatever the case, and shows no description', async () => {
    const shop = await service.newMerchant({
      media: [
        anImage({ name: 'ÉCLAIR au café', createdAt: '2026-06-03T00:00:00Z' }),
        anImage({ name: 'Croissant', description: 'with Éclair cream', createdAt: '2026-06-02T00:00:00Z' }),
        anImage({ name: 'STRASSE', createdAt: '2026-06-01T00:00:00Z' }),
      ],
    });
    assert.deepEqual(await namesOf(shop, '?q=%C3%A9clair'), ['ÉCLAIR au café', 'Croissant']);
    assert.deepEqual(await namesOf(shop, '?q=stra%C3%9Fe'), ['STRASSE']);
    assert.deepEqual(await namesOf(shop, '?q=E%CC%81CLAIR'), ['ÉCLAIR au café', 'Croissant']);
    assert.deepEqual(await namesOf(shop, '?q=eclair'), ['ÉCLAIR au café', 'Croissant']);
    assert.deepEqual(await namesOf(shop, '?q=Au%20Cafe'), ['ÉCLAIR au café']);
    assert.deepEqual(await namesOf(shop, '?q=%20%20caf%C3%A9%20'), ['ÉCLAIR au café']);
    assert.deepEqual(await namesOf(shop, '?q=+'), ['ÉCLAIR au café', 'Croissant', 'STRASSE']);
    assert.deepEqual(await namesOf(shop, '?q=absent'), []);
  });

  test('never matches across name and description', async () => {
    const shop = await service.newMerchant({ media: [anImage({ name: 'Sun', description: 'day' })] });
    for (const q of ['Sunday', 'Sun day', 'n d', 'n\u2003d', 'nd', 'n\nd']) {
      assert.deepEqual(await namesOf(shop, `?q=${encodeURIComponent(q)}`), [], q);
    }
    assert.deepEqual(await namesOf(shop, '?q=sun'), ['Sun']);
    assert.deepEqual(await namesOf(shop, '?q=da'), ['Sun']);
  });

  test('takes %, _ and \\ as plain characters', async () => {
    const names = ['100% wool', '100 wool', 'a_b', 'axb', 'c\\d', 'cd'];
    const shop = await service.newMerchant({ media: names.map((name) => anImage({ name })) });
    for (const [q, found] of [
      ['%', '100% wool'],
      ['0%', '100% wool'],
      ['00% w', '100% wool'],
      ['_', 'a_b'],
      ['a_b', 'a_b'],
      ['\\', 'c\\d'],
      ['c\\d', 'c\\d'],
    ] as const) {
      assert.deepEqual(await namesOf(shop, `?q=${encodeURIComponent(q)}`), [found], q);
    }
  });

  test('folds the last sigma and one-letter searches alike', async () => {
    const shop = await service.newMerchant({ media: [anImage({ name: 'ΟΔΟΣ' })] });
    for (const q of ['Σ', 'ς', 'σ', 'οδος', 'ΟΔΟΣ', 'ος']) {
      assert.deepEqual(await namesOf(shop, `?q=${encodeURIComponent(q)}`), ['ΟΔΟΣ'], q);
    }
  });
});

test('tag: an item must carry every listed tag', async () => {
  const [a, b, c] = [aTag('a'), aTag('b'), aTag('c')];
  const shop = await service.newMerchant({
    tags: [a, b, c],
    media: [
      anImage({ name: 'both', tagIds: [a.id, b.id], createdAt: '2026-06-02T00:00:00Z' }),
      anImage({ name: 'one', tagIds: [a.id], createdAt: '2026-06-01T00:00:00Z' }),
    ],
  });
  assert.deepEqual(await namesOf(shop, `?tag=${a.id}`), ['both', 'one']);
  assert.deepEqual(await namesOf(shop, `?tag=${b.id.toUpperCase()}&tag=${a.id}&tag=${a.id}`), ['both']);
  assert.deepEqual(await namesOf(shop, `?tag=${a.id}&tag=${c.id}`), []);
  assert.deepEqual(await namesOf(shop, `?tag=${a.id}&q=ON`), ['one']);
  const other = await service.newMerchant({ media: [anImage({ name: 'other' })] });
  assert.deepEqual(await namesOf(other, `?tag=${a.id}`), []);
});

test('tags of an item come by folded name in code-point order', async () => {
  const tags = ['b', 'A', 'C', '𐐀', '\uE000', 'é'].map(aTag);
  const shop = await service.newMerchant({ tags, media: [anImage({ tagIds: tags.map(({ id }) => id) })] });
  const { items } = (await shop.get('/media')).body as MediaPage;
  assert.deepEqual(
    items[0]?.tags.map(({ name }) => name),
    ['A', 'b', 'C', 'é', '\uE000', '𐐀'],
  );
});

test('a page takes a constant number of statements, whatever its size', async () => {
  const tags = Array.from({ length: 30 }, (_, at) => aTag(`tag ${at}`));
  const media = Array.from({ length: 210 }, (_, at) =>
    anImage({ name: `m${at}`, tagIds: tags.slice(at % 20, (at % 20) + 8).map(({ id }) => id) }),
  );
  const shop = await service.newMerchant({ tags, media });
  const countOnce = async (path: string): Promise<number> => {
    let statements = 0;
    const counting = (): void => void (statements += 1);
    const { pool } = service.db;
    pool.on('acquire', counting);
    await shop.get(path);
    pool.off('acquire', counting);
    return statements;
  };
  // The service's own background work may fall into one of them, not into each.
  const count = async (path: string): Promise<number> =>
    Math.min(await countOnce(path), await countOnce(path), await countOnce(path));
  await count('/media?limit=200');
  assert.equal(await count('/media?limit=200'), 1);
  assert.equal(await count('/media?limit=1'), 1);
});
