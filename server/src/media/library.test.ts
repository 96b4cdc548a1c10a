import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import type { LibraryItem, LibraryPage } from '@vitrine/contract/library';
import { newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPage, aPlaylist, aPublished, aTag, aVideo } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { foldSearch } from '../fold.js';

// The library against a plain filter in JavaScript. More items than a page looks at first (1,000), so that pages are found
// near, by terms and far away.
const service = useService();

const ITEMS = 1_500;
const random = seededRandom(11);
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

const tags = ['Summer', 'Winter', 'Rare'].map(aTag);
const adders = [
  { kind: 'person', id: randomUUID(), name: 'Olga' },
  { kind: 'token', id: randomUUID(), name: 'Till' },
] as const;
const WORDS = ['Baguette', 'Éclair', 'Lyon', 'café', 'Croissant', '50%', 'ß'];
const media = Array.from({ length: ITEMS }, (_, at) => newItem(at));
const playlist = aPlaylist({ items: media.slice(0, 700).map(({ id }) => ({ mediaId: id, durationSeconds: null })) });
const live = media.slice(600, 1_300).map(({ id }) => ({ mediaId: id, type: 'image', durationSeconds: 10 }));
const [landscape, portrait] = [live.slice(0, 300), live.slice(300)].map((items) => ({
  playlistId: randomUUID(),
  items,
}));
const running = aCampaign({ liveVersion: 1, versions: [aPublished({ content: { landscape, portrait } })] });
const withdrawn = aCampaign({
  versions: [
    aPublished({
      content: {
        landscape: { playlistId: randomUUID(), items: [{ ...live[0], mediaId: media[1_499]?.id }] },
        portrait: null,
      },
    }),
  ],
});

let staff: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  const shop = await service.newMerchant({ tags, media, playlists: [playlist], campaigns: [running, withdrawn] });
  staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
});

function newItem(at: number) {
  const size = pick([
    [1920, 1080],
    [1080, 1920],
    [800, 800],
    [null, null],
  ] as const);
  const made = pick([anImage, anImage, aVideo, aPage])({
    name: at === 7 ? 'Brezel zuletzt' : `${pick(WORDS)} ${pick(WORDS)}`,
    description: random() < 0.3 ? `${pick(WORDS)} ${pick(WORDS)}` : null,
    tagIds: tags.filter((_, rank) => random() < ([0.5, 0.1][rank] ?? 0.002)).map(({ id }) => id),
    createdAt: new Date(Date.UTC(2026, 0, 1) + 3_600_000 * Math.floor(random() * 2_000)).toISOString(),
    ...(random() < 0.6 && { addedBy: pick(adders) }),
  });
  if (made.type === 'web') return made;
  const [width, height] = size;
  const file = { ...Object(made)['file'], sizeBytes: Math.floor(random() * 4) * 500 };
  return { ...made, width, height, file };
}

type Item = ReturnType<typeof newItem> & { readonly addedBy?: (typeof adders)[number] };
type Query = Readonly<Record<string, string | readonly string[]>>;

const inUse = new Set([...playlist.items, ...live].map((item) => Object(item)['mediaId']));
const bytesOf = (item: object): number | null => Object(item)['file']?.sizeBytes ?? null;

// What each parameter asks of an item.
const TESTS: Readonly<Record<string, (item: Item, value: string) => boolean>> = {
  q: (item, q) =>
    foldSearch(q)
      .split(' ')
      .every((word) => foldSearch(item.name).includes(word) || foldSearch(item.description ?? '').includes(word)),
  tag: (item, tag) => item.tagIds.includes(tag),
  orientation: ({ width, height }, form) =>
    width !== null &&
    height !== null &&
    { landscape: width > height, portrait: width < height, square: width === height }[form] === true,
  unused: (item, value) => value === 'false' || !inUse.has(item.id),
  addedBy: (item, id) => item.addedBy?.id === id,
  minBytes: (item, bytes) => (bytesOf(item) ?? -1) >= Number(bytes),
  maxBytes: (item, bytes) => (bytesOf(item) ?? Infinity) <= Number(bytes),
  // Days in Paris, in winter.
  from: (item, day) => Date.parse(item.createdAt) >= Date.parse(`${day}T00:00:00+01:00`),
  to: (item, day) => Date.parse(item.createdAt) < Date.parse(`${day}T00:00:00+01:00`) + 86_400_000,
};

const KEYS: Readonly<Record<string, (item: Item) => string | number>> = {
  newest: ({ createdAt }) => createdAt,
  oldest: ({ createdAt }) => createdAt,
  name: ({ name }) => foldSearch(name),
  largest: (item) => bytesOf(item) ?? 0,
  smallest: (item) => bytesOf(item) ?? 0,
};

function expected({ sort = 'newest', type = [], ...query }: Query): string[] {
  const keyOf = KEYS[String(sort)] ?? (({ createdAt }: Item) => createdAt);
  const direction = sort === 'newest' || sort === 'largest' ? -1 : 1;
  return media
    .filter((item) => type.length === 0 || [type].flat().includes(item.type))
    .filter((item) =>
      Object.entries(query).every(([name, value]) => [value].flat().every((one) => TESTS[name]?.(item, one) === true)),
    )
    .map((item) => ({ id: item.id, key: keyOf(item) }))
    .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

// Newest first, as the clocks of Paris have them in winter.
function monthsOf(ids: readonly string[]): { month: string; count: number }[] {
  const months = media
    .filter(({ id }) => ids.includes(id))
    .map(({ createdAt }) => new Date(Date.parse(createdAt) + 3_600_000).toISOString().slice(0, 'YYYY-MM'.length));
  const names = [...new Set(months)].sort((a, b) => (a < b ? 1 : -1));
  return names.map((month) => ({ month, count: months.filter((one) => one === month).length }));
}

const search = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
};

async function walk(query: Query, limit: number): Promise<LibraryItem[]> {
  const items: LibraryItem[] = [];
  let cursor = '';
  for (;;) {
    const { status, body, text } = await staff.get(`/media?${search(query)}&limit=${limit}${cursor}`);
    assert.equal(status, 200, text);
    const page = body as LibraryPage;
    assert.ok(page.items.length <= limit);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

function randomQuery(): Query {
  const some = <Value>(share: number, value: Value): Value | undefined => (random() < share ? value : undefined);
  const query = {
    q: some(0.4, pick(['lyon baguette', 'ECLAIR', 'cafe ss', '50% lyon eclair', 'brezel', 'nowhere'])),
    tag: some(
      0.3,
      tags.filter(() => random() < 0.4).map(({ id }) => id),
    ),
    type: some(0.3, pick([['image'], ['video', 'web'], ['web']])),
    orientation: some(0.2, pick(['landscape', 'portrait', 'square'])),
    unused: some(0.2, pick(['true', 'false'])),
    addedBy: some(0.2, pick([...adders.map(({ id }) => id), randomUUID()])),
    minBytes: some(0.15, '1000'),
    maxBytes: some(0.15, '1000'),
    from: some(0.15, '2026-01-20'),
    to: some(0.15, '2026-03-01'),
    sort: some(0.8, pick(Object.keys(KEYS))),
  };
  return Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

describe('the library', () => {
  test('lists what any set of filters finds, in each order, once; counts it, and gives its ids', async () => {
    for (let round = 0; round < 25; round += 1) {
      const query = randomQuery();
      const ids = expected(query);
      const visited = (await walk(query, pick([90, 200]))).map(({ id }) => id);
      assert.deepEqual({ query, visited }, { query, visited: ids });
      const { sort: _, ...filter } = query;
      const count = { count: ids.length, isExact: true, months: monthsOf(ids) };
      assert.deepEqual((await staff.get(`/media/count?${search(filter)}`)).body, count);
      assert.deepEqual((await staff.get(`/media/ids?${search(query)}`)).body, { ids, isComplete: true });
    }
  });

  test('finds the words of a search in any order, across name and description', async () => {
    const ids = async (q: string) => (await walk({ q }, 200)).map(({ id }) => id);
    assert.deepEqual(await ids('  lyon   BAGUETTE '), await ids('baguette lyon'));
    assert.ok((await ids('lyon baguette')).length > (await ids('lyonbaguette')).length);
    assert.deepEqual(await ids('zuletzt brezel'), [media[7]?.id]);
  });

  test('tells the size of an item and who added it', async () => {
    const [item] = await walk({ q: 'brezel' }, 5);
    const { addedBy = null } = media[7] as Item;
    assert.deepEqual([item?.sizeBytes, item?.addedBy], [bytesOf(media[7] ?? {}), addedBy]);
  });

  test('names everybody who has added something that is there', async () => {
    assert.deepEqual((await staff.get('/media/adders')).body, { items: adders.map((adder) => ({ ...adder })) });
  });

  test('a cursor belongs to its filters and its order', async () => {
    const { nextCursor } = (await staff.get('/media?limit=2&sort=name')).json;
    for (const query of ['sort=newest', 'sort=name&type=image', 'sort=name&q=lyon']) {
      const answer = await staff.get(`/media?limit=2&${query}&cursor=${String(nextCursor)}`);
      assert.equal(answer.status, 400);
    }
    assert.equal((await staff.get(`/media?limit=2&sort=name&cursor=${String(nextCursor)}`)).status, 200);
  });

  test.each(['sort=random', 'type=sound', 'orientation=round', 'minBytes=-1', 'from=2026-02-30', 'addedBy=me'])(
    '%s is refused',
    async (query) => assert.equal((await staff.get(`/media?${query}`)).status, 400),
  );
});

test('whoever adds an item is kept with it', async () => {
  const shop = await service.newMerchant({});
  const person = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  await person.post('/media/pages', { id: randomUUID(), name: 'Menu', url: 'https://example.com/' });
  const addedBy = { kind: 'person', id: person.id, name: 'Stella Staff' };
  const { items } = (await person.get('/media')).body as LibraryPage;
  assert.deepEqual(
    items.map((item) => item.addedBy),
    [addedBy],
  );
  assert.deepEqual((await person.get('/media/adders')).body, { items: [addedBy] });
});

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
