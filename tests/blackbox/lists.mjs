// The four lists: their pages, their parameters, their order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CAMPAIGN, MEDIA, pageOf, PLAYLIST, requireShape, TAG } from './shapes.mjs';
import { requireStatus, sentence } from './world.mjs';

const PAGE_MAX = 200;
const PAGE_DEFAULT = 50;

const LISTS = [
  { path: '/media', scope: 'media:read', shape: MEDIA, takesTag: true, newest: 'createdAt' },
  { path: '/campaigns', scope: 'campaigns:read', shape: CAMPAIGN, takesTag: true },
  { path: '/playlists', scope: 'playlists:read', shape: PLAYLIST, takesTag: false, newest: 'updatedAt' },
  { path: '/tags', scope: 'tags:read', shape: TAG, takesTag: false },
];

const REFUSED = {
  limit: ['limit=0', `limit=${PAGE_MAX + 1}`, 'limit=ten', 'limit=', 'limit=1.5', 'limit=1&limit=2'],
  cursor: ['cursor=nonsense'],
  q: [`q=${'a'.repeat(201)}`],
  colour: ['colour=red'],
};

export function testLists(world) {
  for (const list of LISTS) {
    testPages(world, list);
    testParameters(world, list);
  }
}

function testPages(world, { path, scope, shape, newest }) {
  sentence(
    world,
    `GET ${path}: every item has every field, at most ${PAGE_DEFAULT} of them`,
    [scope],
    async (token) => {
      const { body } = await requireStatus(world, path, { token }, 200);
      requireShape(body, pageOf(shape), path);
      assert.ok(body.items.length <= PAGE_DEFAULT);
      if (newest !== undefined) requireNewestFirst(body.items.map((item) => Date.parse(item[newest])));
    },
  );
  sentence(
    world,
    `GET ${path}: cursors lead through the same items in the same order, each once`,
    [scope],
    async (token, t) => {
      const { body: whole } = await requireStatus(world, `${path}?limit=${PAGE_MAX}`, { token }, 200);
      if (whole.items.length < 2) return t.skip(`the merchant has no two items in ${path}`);
      const { items, isAll } = await walk(world, token, path, Math.ceil(whole.items.length / 3));
      const expected = isAll ? whole.items : whole.items.slice(0, items.length);
      assert.deepEqual(items.map(withoutSignatures), expected.map(withoutSignatures));
      assert.equal(isAll, whole.nextCursor === null);
    },
  );
}

// Three pages at most: enough to fall over an edge, and few of the reads of a minute.
async function walk(world, token, path, limit) {
  const items = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages += 1) {
    const { body } = await requireStatus(world, `${path}?limit=${limit}${cursor}`, { token }, 200);
    assert.ok(body.items.length <= limit);
    items.push(...body.items);
    if (body.nextCursor === null) return { items, isAll: true };
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  return { items, isAll: false };
}

// Each answer is signed anew.
function withoutSignatures(item) {
  const { thumbnailUrl, fileUrl, ...rest } = item;
  return { ...rest, hasThumbnail: thumbnailUrl !== null, hasFile: fileUrl !== null };
}

function requireNewestFirst(times) {
  assert.deepEqual(
    times,
    times.toSorted((one, other) => other - one),
  );
}

function testParameters(world, { path, scope, takesTag }) {
  const refused = { ...REFUSED, tag: takesTag ? ['tag=summer', 'tag='] : [`tag=${randomUUID()}`] };
  sentence(world, `GET ${path}: what is unknown or malformed is a 400 that names it`, [scope], async (token) => {
    for (const [name, queries] of Object.entries(refused)) {
      for (const query of queries) {
        const { body } = await requireStatus(world, `${path}?${query}`, { token }, 400);
        assert.ok(body.message.includes(name), `${query}: ${body.message}`);
      }
    }
  });
  sentence(world, `GET ${path}: a search that nothing matches is an empty last page`, [scope], async (token) => {
    const nothing = { items: [], nextCursor: null };
    const queries = [`q=${randomUUID()}`, ...(takesTag ? [`tag=${randomUUID()}`] : [])];
    for (const query of queries) {
      const { body } = await requireStatus(world, `${path}?${query}`, { token }, 200);
      assert.deepEqual(body, nothing);
    }
  });
}
