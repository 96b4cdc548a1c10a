import assert from 'node:assert/strict';
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { placeOf } from '../../server/src/db/text-place.js';
import { sealCursor } from '../../server/src/http/cursor.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { newPerson } from '../harness/console.js';
import { aCampaign, anImage, aPlaylist, aTag } from '../harness/content.js';
import { personCases } from '../harness/endpoint-cases.js';
import { aMerchant, aToken, send, useService, type Shop } from '../harness/service.js';
import { upload } from '../harness/upload.js';

type Page = {
  readonly items: readonly { readonly id?: string; readonly lineageId?: string }[];
  readonly nextCursor: string | null;
};

type NamedPage = Omit<Page, 'items'> & {
  readonly items: readonly { readonly id: string; readonly name: string }[];
};

const LISTS = ['/media', '/campaigns', '/playlists', '/tags'] as const;
const COUNT = 23;

const service = useService();
let shop: Shop;
const other = newTokenSecret();
const [red, blue] = [aTag('aa red'), aTag('aa blue')];

beforeAll(async () => {
  const many = <Item>(make: (at: number) => Item): Item[] => Array.from({ length: COUNT }, (_, at) => make(at));
  // Only three different moments, so that most items share theirs with others.
  const moment = (at: number): string => `2026-06-0${(at % 3) + 1}T00:00:00.000Z`;
  shop = await service.newMerchant({
    tokens: [aToken(other)],
    tags: [red, blue, ...many((at) => aTag(`tag ${at}`))],
    media: many((at) => anImage({ name: `item ${at}`, createdAt: moment(at), tagIds: [red.id, blue.id] })),
    campaigns: many((at) => aCampaign({ name: `item ${at}`, changedAt: moment(at), tagIds: [red.id] })),
    playlists: many((at) => aPlaylist({ name: `item ${at}`, updatedAt: moment(at) })),
  });
});

const read = async (path: string, bearer = shop.secret): Promise<Page> => {
  const { status, body } = await shop.get(path, bearer);
  assert.equal(status, 200, JSON.stringify(body));
  return body as Page;
};
const idsOf = ({ items }: Page): string[] => items.map(({ id, lineageId }) => id ?? lineageId ?? '');

async function walkAll(path: string, limits: readonly number[], bearers = [shop.secret]): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let at = 0; ; at += 1) {
    const query = new URLSearchParams({ limit: String(limits[at % limits.length]) });
    if (cursor !== null) query.set('cursor', cursor);
    const page: Page = await read(`${path}${path.includes('?') ? '&' : '?'}${query}`, bearers[at % bearers.length]);
    ids.push(...idsOf(page));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

test('a page has 50 items unless told otherwise', async () => {
  const many = <Item>(make: (at: number) => Item): Item[] => Array.from({ length: 51 }, (_, at) => make(at));
  const { get } = await service.newMerchant({
    tags: many((at) => aTag(`tag ${at}`)),
    media: many(() => anImage()),
    campaigns: many(() => aCampaign()),
    playlists: many(() => aPlaylist()),
  });
  for (const path of LISTS) {
    const { items, nextCursor }: Page = Object((await get(path)).body);
    assert.equal(items.length, 50, path);
    const rest: Page = Object((await get(`${path}?cursor=${nextCursor}`)).body);
    assert.deepEqual([rest.items.length, rest.nextCursor], [1, null], path);
  }
});

describe.each(LISTS)('%s', (path) => {
  test('walking it visits every item exactly once, also among equal timestamps, whatever the limits', async () => {
    const whole = idsOf(await read(`${path}?limit=200`));
    assert.equal(new Set(whole).size, whole.length);
    for (const limits of [[1], [4], [7, 2, 1], [COUNT], [200]]) assert.deepEqual(await walkAll(path, limits), whole);
  });

  test('any token of the merchant may go on, on any instance', async () => {
    const whole = idsOf(await read(`${path}?limit=200`));
    assert.deepEqual(await walkAll(path, [5], [shop.secret, other]), whole);
    const url = await service.newInstance();
    const { nextCursor } = await read(`${path}?limit=5`);
    const { status } = await send(`${url}/api/integrations/v1${path}?cursor=${nextCursor}`, shop.secret);
    assert.equal(status, 200);
  });

  test('a search is walked the same way', async () => {
    const whole = idsOf(await read(`${path}?limit=200&q=T`));
    assert.ok(whole.length >= COUNT);
    assert.deepEqual(await walkAll(`${path}?q=%20t`, [3]), whole);
  });

  test('the last page has a null cursor, also when it is exactly full', async () => {
    const { items } = await read(`${path}?limit=200`);
    assert.equal((await read(`${path}?limit=${items.length}`)).nextCursor, null);
  });

  test('a cursor that was bent, or is of another list, merchant or filter, is a 400 that names it', async () => {
    const { nextCursor } = await read(`${path}?limit=2`);
    assert.ok(nextCursor);
    const flip = (at: number) =>
      nextCursor.slice(0, at) + (nextCursor[at] === 'A' ? 'B' : 'A') + nextCursor.slice(at + 1);
    const bent = [
      flip(0),
      flip(nextCursor.length - 2),
      `${nextCursor}A`,
      nextCursor.slice(0, -1),
      `${nextCursor}=`,
      ` ${nextCursor}`,
      'x',
      '🙂',
      'A'.repeat(2000),
    ];
    const filters = ['q=item', ...(path === '/media' || path === '/campaigns' ? [`tag=${red.id}`] : [])];
    const foreign = await service.newMerchant();
    const ask = async (list: string, query: string, by = shop) => ({ list, answer: await by.get(`${list}?${query}`) });
    const answers = [
      ...(await Promise.all(bent.map((cursor) => ask(path, `cursor=${encodeURIComponent(cursor)}`)))),
      ...(await Promise.all(filters.map((filter) => ask(path, `cursor=${nextCursor}&${filter}`)))),
      ...(await Promise.all(LISTS.filter((list) => list !== path).map((list) => ask(list, `cursor=${nextCursor}`)))),
      await ask(path, `cursor=${nextCursor}`, foreign),
    ];
    for (const { list, answer } of answers) {
      const filters = list === '/media' || list === '/campaigns' ? 'q and tag' : 'q';
      assert.deepEqual(
        [answer.status, answer.body],
        [
          400,
          {
            error: 'invalid_request',
            message: `cursor: is not one that this list gave for these filters. Send nextCursor unchanged, with the same ${filters}, or start again without it.`,
          },
        ],
      );
    }
  });
});

test('the set of tags is the filter, not their order', async () => {
  const { nextCursor } = await read(`/media?limit=2&tag=${red.id}&tag=${blue.id}`);
  const turned = await read(
    `/media?limit=2&tag=${blue.id.toUpperCase()}&tag=${red.id}&tag=${red.id}&cursor=${nextCursor}`,
  );
  assert.equal(turned.items.length, 2);
  assert.equal((await shop.get(`/media?limit=2&tag=${red.id}&cursor=${nextCursor}`)).status, 400);
});

// The longest names that folding, escaping and UTF-8 can make of 200 characters, each with a long start in common.
const LONGEST = ['😀', '\u0001', '"', 'ΐ', 'ﷺ', 'ﬃ', '\u{1D163}', 'ß', 'x'].flatMap((character) =>
  ['', 'a', 'b'].map((end) => character.repeat(200 - end.length) + end),
);

// Every list of the console that has orders, in each of them.
const SORTED = personCases('staff').flatMap(([, { path, query }]) => {
  const { cursor, sort } = query?.properties ?? {};
  const orders = cursor === undefined || sort === undefined ? [] : (sort as { readonly enum: readonly string[] }).enum;
  return orders.map((order) => `${path}?sort=${order}`);
});

test('a cursor has at most 512 characters whatever the names, and a walk over such names visits each once', async () => {
  const shop = await service.newMerchant({
    tags: LONGEST.map(aTag),
    media: LONGEST.map((name) => anImage({ name })),
    campaigns: LONGEST.map((name) => aCampaign({ name })),
    playlists: LONGEST.map((name) => aPlaylist({ name })),
  });
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  assert.ok(SORTED.includes('/playlists?sort=name'));
  for (const [get, paths] of [
    [shop.get, LISTS],
    [staff.get, [...LISTS, ...SORTED]],
  ] as const) {
    for (const path of paths) {
      const start = `${path}${path.includes('?') ? '&' : '?'}limit=`;
      const whole = idsOf((await get(`${start}200`)).body as Page);
      assert.equal(whole.length, LONGEST.length);
      for (const limit of [1, 2, 3]) {
        const seen: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const page = (await get(`${start}${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)).body as Page;
          seen.push(...idsOf(page));
          cursor = page.nextCursor;
          assert.ok((cursor?.length ?? 0) <= 512, `${path}: ${cursor?.length} characters`);
        }
        assert.deepEqual(seen, whole, path);
      }
    }
  }
});

test('a cursor has at most 512 characters also where millions carry a tag', () => {
  const key = createSecretKey(randomBytes(32));
  const [text, ...rest] = placeOf('\u0001'.repeat(51), randomUUID());
  const scope = { list: 'tag counts', merchantId: parseMerchantId(shop.id), filters: [] };
  assert.ok(sealCursor(key, scope, [`9999999 ${text}`, ...rest]).length <= 512);
});

// Who asks for what in the order of names, and where the items are.
const BY_NAME = [
  ['token', '/tags?', '/tags'],
  ['token', '/tags?q=s&', '/tags'],
  ['person', '/tags?', '/tags'],
  ['person', '/tags/counts?', '/tags'],
  ['person', '/tags/counts?sort=most&', '/tags'],
  ['person', '/playlists?sort=name&', '/playlists'],
  ['person', '/media?sort=name&', '/media'],
] as const;

describe.each(BY_NAME)('read by a %s, %s', (by, path, items) => {
  const newShop = async (names: readonly string[]) => {
    const shop = await service.newMerchant({
      tags: names.map(aTag),
      media: names.map((name) => anImage({ name })),
      playlists: names.map((name) => aPlaylist({ name })),
    });
    const staff = await newPerson(service, { [shop.id]: 'staff' });
    const get = async (query: string): Promise<NamedPage> =>
      (await (by === 'token' ? shop : staff).get(path + query)).body as NamedPage;
    const rename = async ({ items: [, second] }: NamedPage, name: string) => {
      const body = items === '/tags' ? { name } : { revision: 1, name };
      assert.equal((await staff.patch(`${items}/${second?.id}`, body)).status, 200);
    };
    return { get, rename };
  };
  const namesOf = (page: NamedPage): string[] => page.items.map(({ name }) => name);

  test('a walk goes on behind the name that an item had, also when it is renamed', async () => {
    const { get, rename } = await newShop(['s', 'Summer', 'Summer 2024', 'Summer 2025', 'sz']);
    const page = await get('limit=2');
    assert.deepEqual(namesOf(page), ['s', 'Summer']);
    await rename(page, 'Summer 2026');
    const rest = await get(`cursor=${page.nextCursor}`);
    assert.deepEqual(namesOf(rest), ['Summer 2024', 'Summer 2025', 'Summer 2026', 'sz']);
    assert.equal(rest.nextCursor, null);
  });

  test('of long names that begin alike none comes twice and none is missed when the last one read is renamed', async () => {
    const start = 's'.repeat(path.startsWith('/media') ? 58 : 198);
    const long = [1, 2, 3, 4].map((at) => `${start} ${at}`);
    const { get, rename } = await newShop(['s', ...long, 'sz']);
    const first = await get('limit=1');
    const page = await get(`limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([...namesOf(first), ...namesOf(page)], ['s', long[0], long[1]]);
    assert.deepEqual(namesOf(await get(`cursor=${page.nextCursor}`)), [...long.slice(2), 'sz']);
    await rename(page, `${start} 9`);
    const rest = await get(`cursor=${page.nextCursor}`);
    assert.deepEqual(namesOf(rest), [...long.slice(2), `${start} 9`, 'sz']);
  });

  test('a name of fifty characters is not taken for the beginning of the one that its item gets', async () => {
    const start = 's'.repeat(50);
    const { get, rename } = await newShop(['s', start, `${start} 1`, `${start} 2`]);
    const page = await get('limit=2');
    await rename(page, `${start} 9`);
    const rest = await get(`cursor=${page.nextCursor}`);
    assert.deepEqual(namesOf(rest), [`${start} 1`, `${start} 2`, `${start} 9`]);
  });

  // The library's order looks at fewer characters than a cursor takes.
  test.skipIf(items === '/media')('of names that no cursor takes whole none is missed', async () => {
    const start = `${'😀'.repeat(196)} s`;
    const long = [1, 2, 3, 4].map((at) => `${start} ${at}`);
    const { get, rename } = await newShop(['s', ...long]);
    const first = await get('limit=1');
    const page = await get(`limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([...namesOf(first), ...namesOf(page)], ['s', long[0], long[1]]);
    assert.deepEqual(namesOf(await get(`cursor=${page.nextCursor}`)), [long[2], long[3]]);
    await rename(page, `${start} 9`);
    assert.deepEqual(namesOf(await get(`cursor=${page.nextCursor}`)), [long[0], long[2], long[3], `${start} 9`]);
  });
});

test('a walk goes on behind a tag that an import has taken away', async () => {
  const tags = ['a', 'b', 'c', 'd'].map(aTag);
  const merchant = { ...aMerchant(), id: randomUUID() };
  const shop = await service.newMerchant({ merchant, tags });
  const { nextCursor } = (await shop.get('/tags?limit=2')).body as Page;
  const archive = { format: 'vitrine-merchant/1', merchant, tokens: [shop.token], tags: tags.toSpliced(1, 1) };
  await importArchive(service, archive, { replace: true });
  const next = (await shop.get(`/tags?limit=2&cursor=${nextCursor}`)).body;
  assert.deepEqual(next, { items: tags.slice(2), nextCursor: null });
});

test('what is changed during a walk moves to the front of its list, and all that is not changed is visited once', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const shop = await service.newMerchant({
    playlists: names.map((name, at) => aPlaylist({ name, updatedAt: `2026-06-01T00:00:0${9 - at}.000Z` })),
  });
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  const [, , , last] = ((await shop.get('/playlists')).body as Page).items;
  const page = (await shop.get('/playlists?limit=2')).body as NamedPage;
  const renamed = await staff.patch(`/playlists/${last?.id}`, { revision: 1, name: 'four, renamed' });
  assert.equal(renamed.status, 200);
  const rest = (await shop.get(`/playlists?limit=2&cursor=${page.nextCursor}`)).body as NamedPage;
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ name }) => name),
    ['one', 'two', 'three'],
  );
  const again = (await shop.get('/playlists')).body as NamedPage;
  assert.deepEqual(
    again.items.map(({ name }) => name),
    ['four, renamed', 'one', 'two', 'three'],
  );
});

test('while others are inserted, every item that was there is visited exactly once', async () => {
  const shop = await service.newMerchant({
    media: Array.from({ length: 12 }, (_, at) => anImage({ name: `old ${at}` })),
  });
  const before = new Set(((await shop.get('/media')).body as Page).items.map(({ id }) => id));
  const seen: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const page = (await shop.get(`/media?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`)).body as Page;
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await upload(shop, `new ${seen.length}`);
  } while (cursor !== null);
  assert.equal(seen.length, 12);
  assert.deepEqual(new Set(seen), before);
});

test('a client that reads newest first and stops at what it knows misses nothing', async () => {
  const shop = await service.newMerchant();
  const first = await upload(shop, 'first');
  service.clock.advance(1);
  const second = await upload(shop, 'second');
  assert.deepEqual(
    ((await shop.get('/media')).body as Page).items.map(({ id }) => id),
    [second.id, first.id],
  );
});

test('a dictionary of tags that an import replaced is not used again', async () => {
  const tag = aTag('before');
  const media = anImage({ tagIds: [tag.id] });
  const shop = await service.newMerchant({ tags: [tag], media: [media] });
  await shop.get('/media');
  const archive = {
    format: 'vitrine-merchant/1',
    merchant: {
      id: shop.id,
      name: 'x',
      timeZone: 'UTC',
      suspended: false,
      defaultItemSeconds: 10,
      plan: { name: 'p', endsAt: null, allowsWrites: true, storageQuotaBytes: 1 },
      screens: { codecs: [], maxWidth: 1, maxHeight: 1 },
    },
    tokens: [shop.token],
    tags: [{ ...tag, name: 'after' }],
    media: [media],
  };
  await importArchive(service, archive, { replace: true });
  const { items } = (await shop.get('/media')).body as { items: { tags: unknown }[] };
  assert.deepEqual(items[0]?.tags, [{ id: tag.id, name: 'after' }]);
});
