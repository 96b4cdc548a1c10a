// A copy of a merchant's library that is read once and then kept in step by the feed alone, as an integrator keeps one.
import assert from 'node:assert/strict';
import type { Change, ChangePage } from '@vitrine/contract/changes';
import type { Answer } from './service.js';
import { withoutSignatures } from './upload.js';

export type Get = (path: string) => Promise<Answer>;
type Item = { readonly tags?: readonly object[]; readonly [field: string]: unknown };
type Kept = Readonly<Record<'media' | 'tags' | 'playlists' | 'campaigns', Map<string, Item>>>;

export type Mirror = {
  // Reads the feed to its end; what it told.
  readonly follow: () => Promise<Change[]>;
  readonly view: () => unknown;
};

export async function newMirror(get: Get): Promise<Mirror> {
  let { nextCursor: cursor } = await readChanges(get, '');
  const kept = await readLibrary(get);
  const apply = async ({ type, data }: Change): Promise<void> => {
    const [kind, what] = type.split('.') as [string, string];
    if (kind === 'tag') return replaceAll(kept.tags, await readAll(get, '/tags', 'id'));
    const list = kind === 'media' ? 'media' : kind === 'playlist' ? 'playlists' : 'campaigns';
    const id = String(Object.values(data)[0]);
    const found = ['deleted', 'archived'].includes(what) ? undefined : await find(get, `/${list}/${id}`);
    if (found === undefined) kept[list].delete(id);
    else kept[list].set(id, found);
  };
  return {
    async follow() {
      const told: Change[] = [];
      for (let more = true; more;) {
        const page = await readChanges(get, `?limit=200&cursor=${cursor}`);
        for (const change of page.items) await apply(change);
        told.push(...page.items);
        ({ nextCursor: cursor, more } = page);
      }
      return told;
    },
    view: () => toView(kept),
  };
}

// The library as it is, to be compared with a mirror's view.
export const viewLibrary = async (get: Get): Promise<unknown> => toView(await readLibrary(get));

async function readLibrary(get: Get): Promise<Kept> {
  const withDetails = async (list: 'playlists' | 'campaigns', key: string): Promise<Map<string, Item>> => {
    const details = new Map<string, Item>();
    for (const id of (await readAll(get, `/${list}`, key)).keys()) {
      const found = await find(get, `/${list}/${id}`);
      if (found !== undefined) details.set(id, found);
    }
    return details;
  };
  return {
    media: await readAll(get, '/media', 'id'),
    tags: await readAll(get, '/tags', 'id'),
    playlists: await withDetails('playlists', 'id'),
    campaigns: await withDetails('campaigns', 'lineageId'),
  };
}

async function readAll(get: Get, list: string, key: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (let query = '?limit=200'; query !== '';) {
    const { status, body } = await get(list + query);
    assert.equal(status, 200, JSON.stringify(body));
    const page: { items: Item[]; nextCursor: string | null } = Object(body);
    for (const item of page.items) items.set(String(item[key]), item);
    query = page.nextCursor === null ? '' : `?limit=200&cursor=${page.nextCursor}`;
  }
  return items;
}

async function find(get: Get, path: string): Promise<Item | undefined> {
  const { status, body } = await get(path);
  if (status === 404) return undefined;
  assert.equal(status, 200, JSON.stringify(body));
  return Object(body);
}

async function readChanges(get: Get, query: string): Promise<ChangePage> {
  const { status, body } = await get(`/changes${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return Object(body);
}

function replaceAll(map: Map<string, Item>, by: Map<string, Item>): void {
  map.clear();
  for (const [id, item] of by) map.set(id, item);
}

// A tag is shown by its name of now wherever it is, and told of once.
function toView({ media, tags, playlists, campaigns }: Kept): unknown {
  const named = (item: Item): Item =>
    item.tags === undefined
      ? item
      : { ...item, tags: item.tags.map((tag) => tags.get(idOf(tag)) ?? { id: idOf(tag) }).toSorted(byText) };
  const listed = (items: Map<string, Item>) => [...items.values()].map(named).toSorted(byText);
  return withoutPlaces({
    media: listed(media),
    tags: listed(tags),
    playlists: listed(playlists),
    campaigns: listed(campaigns),
  });
}

// Instances beside each other have a store each, at their own address.
const withoutPlaces = (view: object): unknown =>
  JSON.parse(JSON.stringify(withoutSignatures(view)).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));

const byText = (one: unknown, other: unknown): number => (textOf(one) < textOf(other) ? -1 : 1);
const textOf = (value: unknown): string => JSON.stringify(withoutSignatures(value));
const idOf = (tag: object): string => ('id' in tag ? String(tag.id) : '');
