// Single items: as they are in their list, and missing where they are not the merchant's.
import assert from 'node:assert/strict';
import { CAMPAIGN_DETAIL, MEDIA, PLAYLIST_DETAIL, requireShape } from './shapes.mjs';
import { claim, requireStatus, sentence, UNKNOWN_ID } from './world.mjs';

const KINDS = [
  { path: '/media', id: 'id', scope: 'media:read', shape: MEDIA },
  { path: '/campaigns', id: 'lineageId', scope: 'campaigns:read', shape: CAMPAIGN_DETAIL },
  { path: '/playlists', id: 'id', scope: 'playlists:read', shape: PLAYLIST_DETAIL },
];

export function testItems(world) {
  for (const kind of KINDS) {
    testOne(world, kind);
    testWall(world, kind);
  }
  testPlays(world);
}

function testOne(world, { path, id, scope, shape }) {
  sentence(
    world,
    `GET ${path}/{id}: an item of the list has all that the list says of it`,
    [scope],
    async (token, t) => {
      const { body: list } = await requireStatus(world, `${path}?limit=1`, { token }, 200);
      const [listed] = list.items;
      if (listed === undefined) return t.skip(`the merchant has nothing in ${path}`);
      const { body } = await requireStatus(world, `${path}/${listed[id]}`, { token }, 200);
      requireShape(body, shape, path);
      const same = Object.fromEntries(Object.keys(listed).map((field) => [field, body[field]]));
      assert.deepEqual(unsigned(same), unsigned(listed));
    },
  );
  sentence(world, `GET ${path}/{id}: an unknown id and one that is none are a 404`, [scope], async (token) => {
    for (const missing of [UNKNOWN_ID, 'summer', '0']) {
      await requireStatus(world, `${path}/${missing}`, { token }, 404);
    }
  });
}

// Each answer is signed anew; that there is a URL is in the shape.
const unsigned = ({ thumbnailUrl, fileUrl, ...rest }) => ({
  ...rest,
  hasThumbnail: thumbnailUrl !== null,
  fileUrl: typeof fileUrl,
});

function testWall(world, { path, id, scope }) {
  const [own, other] = world.tokens;
  claim(
    `GET ${path}/{id}: another merchant's item looks like one that is missing`,
    noWall(world, world.tokens, scope),
    async (t) => {
      const { body: list } = await requireStatus(world, `${path}?limit=3`, { token: own }, 200);
      if (list.items.length === 0) return t.skip(`the first merchant has nothing in ${path}`);
      const { body: missing } = await requireStatus(world, `${path}/${UNKNOWN_ID}`, { token: other }, 404);
      for (const item of list.items) {
        const { body } = await requireStatus(world, `${path}/${item[id]}`, { token: other }, 404);
        assert.deepEqual(body, missing);
      }
    },
  );
}

// Why there is no wall to try with these tokens, or false.
export function noWall({ tokens, isSameMerchant }, knocking, scope) {
  if (tokens.length < 2 || isSameMerchant) return 'there is no token of a second merchant';
  return knocking.some((token) => !token.scopes.has(scope)) && `not both merchants' tokens may do ${scope}`;
}

function testPlays(world) {
  const scopes = ['campaigns:read', 'playlists:read'];
  sentence(world, 'mediaIds are what the live version plays, each id once, in play order', scopes, async (token, t) => {
    const { body: list } = await requireStatus(world, '/campaigns?limit=20', { token }, 200);
    const live = list.items.find(({ status }) => ['running', 'upcoming', 'ended'].includes(status));
    if (live === undefined) return t.skip('none of the newest campaigns is live');
    const { body } = await requireStatus(world, `/campaigns/${live.lineageId}`, { token }, 200);
    const { landscape, portrait } = body.content;
    const played = [...landscape.items, ...(portrait?.items ?? [])].map(({ mediaId }) => mediaId);
    assert.deepEqual(body.mediaIds, [...new Set(played)]);
  });
  sentence(world, 'totalDurationSeconds is the sum of the items', ['playlists:read'], async (token, t) => {
    const { body: list } = await requireStatus(world, '/playlists?limit=1', { token }, 200);
    if (list.items.length === 0) return t.skip('the merchant has no playlists');
    const { body } = await requireStatus(world, `/playlists/${list.items[0].id}`, { token }, 200);
    const sum = body.items.reduce((seconds, { durationSeconds }) => seconds + durationSeconds, 0);
    assert.ok(Math.abs(body.totalDurationSeconds - sum) < 0.01, `${body.totalDurationSeconds} is not ${sum}`);
  });
}
