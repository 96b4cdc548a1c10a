import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { aCampaign, aPlaylist, aPublished, aTag, aVideo, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { selectCampaign } from '../campaigns/queries.js';
import { parseLineageId, parseMediaId, parseMerchantId, parsePlaylistId } from '../ids.js';
import { selectMediaTexts } from '../media/media-texts.js';
import { selectPlaylistPage, selectPlaylistWithItems } from '../playlists/queries.js';
import { TIMED_STATEMENTS, type TimedStatement } from './db.js';
import { readRowsTogether } from './read-together.js';

const service = useService();

test('details and pages of playlists that are asked for at once are read together, and each is the answer that it is alone', async () => {
  const tag = aTag('Summer');
  const media = [anImage({ tagIds: [tag.id] }), aVideo(), anImage()];
  const items = media.map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const playlists = [aPlaylist({ items }), aPlaylist({ items: items.slice(1) }), aPlaylist()];
  const versions = [aPublished({ landscapePlaylistId: playlists[0]?.id ?? null })];
  const campaigns = [
    aCampaign({ liveVersion: 1, versions, tagIds: [tag.id] }),
    aCampaign({ liveVersion: 1, versions: [aPublished()] }),
    aCampaign(),
  ];
  const shop = await service.newMerchant({ tags: [tag], media, playlists, campaigns });
  const theirs = anImage();
  await service.newMerchant({ media: [theirs] });
  const { body: firstOfThree } = await shop.get('/playlists?limit=1');
  const paths = [
    ...[...media.map(({ id }) => id), theirs.id, randomUUID()].map((id) => `/media/${id}`),
    ...[...playlists.map(({ id }) => id), randomUUID()].map((id) => `/playlists/${id}`),
    ...[...campaigns.map(({ lineageId }) => lineageId), randomUUID()].map((id) => `/campaigns/${id}`),
    ...['', '?limit=1', '?limit=2', `?limit=1&cursor=${Object(firstOfThree).nextCursor}`].map((q) => `/playlists${q}`),
  ];
  const alone = [];
  for (const path of paths) alone.push(await shop.get(path));
  assert.deepEqual(
    alone.map(({ status }) => status),
    [200, 200, 200, 404, 404, 200, 200, 200, 404, 200, 200, 200, 404, 200, 200, 200, 200],
  );

  const together = await Promise.all([paths, paths, paths, paths].flat().map((path) => shop.get(path)));
  assert.deepEqual(
    together.map(({ status, body }) => ({ status, body })),
    [alone, alone, alone, alone].flat().map(({ status, body }) => ({ status, body })),
  );

  const sent: string[] = [];
  const note = (statement: unknown): void => void sent.push((statement as TimedStatement).text);
  TIMED_STATEMENTS.subscribe(note);
  const { db } = service;
  const merchantId = parseMerchantId(shop.id);
  const found = await Promise.all([
    ...media.map(({ id }) => selectMediaTexts(db, merchantId, parseMediaId(id))),
    ...playlists.map(({ id }) => selectPlaylistWithItems(db, merchantId, parsePlaylistId(id))),
    ...campaigns.map(({ lineageId }) => selectCampaign(db, merchantId, parseLineageId(lineageId))),
    ...[1, 2].map((limit) => selectPlaylistPage(db, merchantId, [], undefined, limit)),
  ]);
  TIMED_STATEMENTS.unsubscribe(note);
  assert.deepEqual(
    found.slice(0, -2).map((row) => row?.[0]),
    [...[...media, ...playlists].map(({ id }) => id), ...campaigns.map(({ lineageId }) => lineageId)],
  );
  assert.deepEqual(
    found.slice(-2).map((page) => page?.[1]?.split('\n').length),
    [1, 2],
  );
  // Without what the service writes by itself meanwhile.
  assert.equal(sent.filter((text) => !/token_usage|pg_extension/.test(text)).length, 4);
});

test('a read begins after all of those came that it is for, fails for them alone, and keeps nobody else waiting', async () => {
  const reads: {
    readonly merchantId: string;
    readonly ids: readonly string[];
    readonly end: (fails?: Error) => void;
  }[] = [];
  const find = readRowsTogether<[string, number], string>((_db, merchantId, ids) => {
    const at = reads.length;
    return new Promise((resolve, reject) => {
      const end = (fails?: Error): void => (fails ? reject(fails) : resolve(ids.map((id) => [id, at])));
      reads.push({ merchantId, ids, end });
    });
  });
  const [one, other] = [parseMerchantId(randomUUID()), parseMerchantId(randomUUID())];
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const asked = (): unknown => reads.map(({ merchantId, ids }) => [merchantId, ids]);

  const first = find(service.db, one, 'a');
  await turn();
  // While the first is under way: it may have been before what these want to see.
  const [again, second, third] = [find(service.db, one, 'a'), find(service.db, one, 'b'), find(service.db, other, 'c')];
  await turn();
  assert.deepEqual(asked(), [
    [one, ['a']],
    [other, ['c']],
  ]);
  reads[1]?.end();
  assert.deepEqual(await third, ['c', 1]);
  reads[0]?.end(new Error('cut off'));
  await assert.rejects(first, /cut off/);
  await turn();
  assert.deepEqual(reads[2]?.ids, ['a', 'b']);
  reads[2]?.end();
  assert.deepEqual(await Promise.all([again, second]), [
    ['a', 2],
    ['b', 2],
  ]);
});
