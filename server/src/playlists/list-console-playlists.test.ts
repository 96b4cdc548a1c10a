import assert from 'node:assert/strict';
import { test } from 'vitest';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aVersion, anImage } from '../../../tests/harness/content.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, statusesOf } from '../../../tests/harness/studio.js';

const service = useService();

test('a list shows shared playlists by page, with the first four thumbnails of each', async () => {
  const bare = anImage();
  const covered = [1, 2, 3, 4, 5].map(() => anImage({ thumbnail: { sizeBytes: 5 } }));
  const many = aPlaylist({
    name: 'Many',
    updatedAt: '2026-05-04T00:00:00.000Z',
    items: [bare, ...covered].map((one) => archived(one, 1.5)),
  });
  const empty = aPlaylist({ name: 'Empty', updatedAt: '2026-05-03T00:00:00.000Z' });
  const own = aPlaylist({ name: 'Own', shared: false });
  const { ada } = await newStudio(service, { media: [bare, ...covered], playlists: [many, empty, own] });
  const first = await ada.get('/playlists?limit=1');
  const [summary] = Object(first.body).items;
  const { items: _, ...rest } = many;
  assert.deepEqual(summary, {
    ...rest,
    revision: 1,
    totalDurationSeconds: 9,
    itemCount: 6,
    coverUrls: summary.coverUrls,
    usedIn: [],
  });
  assert.equal(summary.coverUrls.length, 4);
  for (const url of summary.coverUrls) assert.match(url, /X-Amz-Signature=/);
  const cursor = String(first.json['nextCursor']);
  const second = await ada.get(`/playlists?limit=1&cursor=${cursor}`);
  const { items: none, ...emptyRest } = empty;
  assert.deepEqual(second.body, {
    items: [{ ...emptyRest, revision: 1, totalDurationSeconds: 0, itemCount: none.length, coverUrls: [], usedIn: [] }],
    nextCursor: null,
    counts: null,
  });
  const found = await ada.get('/playlists?q=MANY');
  const counts = { all: 1, on: 0, used: 0, unused: 1, empty: 0 };
  assert.deepEqual(found.body, { items: [summary], nextCursor: null, counts });
  assert.equal((await ada.get(`/playlists?q=x&cursor=${cursor}`)).status, 400);
});

test('a deleted playlist is gone: live campaigns play on, drafts get a gap and count as changed', async () => {
  const image = anImage();
  const playlist = aPlaylist({ items: [archived(image)] });
  const named = { landscapePlaylistId: playlist.id, portraitPlaylistId: playlist.id };
  const content = {
    landscape: { playlistId: playlist.id, items: [{ mediaId: image.id, type: 'image', durationSeconds: 10 }] },
    portrait: null,
  };
  const live = aCampaign({ name: 'Live', liveVersion: 1, versions: [aPublished({ ...named, content })] });
  const draft = aCampaign({ name: 'Draft', versions: [aVersion(named)] });
  const { shop, ada } = await newStudio(service, { media: [image], playlists: [playlist], campaigns: [live, draft] });
  const { body } = await ada.get(`/playlists/${playlist.id}`);
  assert.deepEqual(Object(body).usedIn, [
    { lineageId: draft.lineageId, name: 'Draft', status: 'draft', changesNotPublished: false, isOn: false },
    { lineageId: live.lineageId, name: 'Live', status: 'running', changesNotPublished: true, isOn: true },
  ]);
  const { ada: stranger } = await newStudio(service);
  assert.equal((await stranger.remove(`/playlists/${playlist.id}`)).status, 404);
  const answers = await Promise.all([1, 2].map(() => ada.remove(`/playlists/${playlist.id}`)));
  assert.deepEqual(statusesOf(answers), [200, 404]);
  const deleted = answers.find(({ status }) => status === 200);
  assert.deepEqual(deleted?.body, { id: playlist.id });
  const rows = await service.db.rows({
    text: `select c.name, c.revision, c.changed_at, v.landscape_playlist_id as landscape, v.portrait_playlist_id as portrait
      from campaigns c join campaign_versions v using (merchant_id, lineage_id) where merchant_id = $1 order by c.name`,
    values: [shop.id],
  });
  assert.deepEqual(rows, [
    { name: 'Draft', revision: 2, changed_at: NOW, landscape: null, portrait: null },
    { name: 'Live', revision: 1, changed_at: live.changedAt, landscape: playlist.id, portrait: playlist.id },
  ]);
  const shown = await shop.get(`/campaigns/${live.lineageId}`);
  assert.deepEqual(Object(shown.body).content, {
    landscape: { ...content.landscape, playlistId: null },
    portrait: null,
  });
  assert.deepEqual(await activityOf(service, shop.id), [
    ['playlist.deleted', 'Ada Staff', { playlistId: playlist.id, name: 'Front window' }],
  ]);
});

test('it is listed and counted by what uses it: on now, used, unused, empty', async () => {
  const [image, binned] = [anImage(), anImage()];
  const filled = (name: string) => aPlaylist({ name, items: [archived(image)] });
  const [live, drafted, later, fallback, spare] = ['Live', 'Drafted', 'Later', 'Fallback', 'Spare'].map(filled);
  assert.ok(live && drafted && later && fallback && spare);
  const bare = aPlaylist({ name: 'Bare', items: [archived(binned)] });
  const own = aPlaylist({ name: 'Own', shared: false });
  const old = aPlaylist({ name: 'Old' });
  const spring = aCampaign({
    name: 'Spring',
    liveVersion: 2,
    versions: [
      aPublished({ landscapePlaylistId: old.id }),
      aPublished({ version: 2, landscapePlaylistId: live.id, portraitPlaylistId: bare.id }),
      aVersion({ version: 3, landscapePlaylistId: drafted.id }),
    ],
  });
  const flight = { start: '2026-12-01', end: null };
  const winter = aCampaign({
    name: 'Winter',
    liveVersion: 1,
    versions: [aPublished({ flight, landscapePlaylistId: later.id })],
  });
  const { shop, ada } = await newStudio(service, {
    media: [image, binned],
    playlists: [live, drafted, later, fallback, spare, bare, own, old],
    campaigns: [spring, winter],
  });
  assert.equal((await ada.remove(`/media/${binned.id}`)).status, 200);
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  assert.equal((await owner.patch('/merchant', { defaultPlaylistId: fallback.id })).status, 200);
  const named = async (query: string) =>
    itemsOf(await ada.get(`/playlists?sort=name&${query}`)).map(({ name }) => name);
  assert.deepEqual(await named('kind=on'), ['Bare', 'Live']);
  assert.deepEqual(await named('kind=used'), ['Bare', 'Drafted', 'Fallback', 'Later', 'Live']);
  assert.deepEqual(await named('kind=unused'), ['Old', 'Spare']);
  assert.deepEqual(await named('kind=empty'), ['Bare', 'Old']);
  assert.deepEqual(await named('kind=used&q=l'), ['Fallback', 'Later', 'Live']);
  const { body } = await ada.get('/playlists?limit=1&kind=on');
  assert.deepEqual(Object(body).counts, { all: 7, on: 2, used: 5, unused: 2, empty: 2 });
  const uses = itemsOf(await ada.get('/playlists?sort=name&kind=used'));
  assert.deepEqual(
    (uses as { name: string; usedIn: { isOn: boolean }[] }[]).map(({ name, usedIn }) => [
      name,
      ...usedIn.map(({ isOn }) => isOn),
    ]),
    [['Bare', true], ['Drafted', false], ['Fallback'], ['Later', false], ['Live', true]],
    'only what was published with it is on',
  );
  const cursor = String(Object(body).nextCursor);
  assert.equal((await ada.get(`/playlists?kind=used&cursor=${cursor}`)).status, 400);
  assert.equal((await ada.get('/playlists?kind=loud')).status, 400);
});

test('by length the longest comes first, page by page, each once, as they play at that moment', async () => {
  const [image, binned] = [anImage(), anImage()];
  const lengths = [3, 7.25, 7.25, 0, 120];
  const playlists = lengths.map((seconds, at) =>
    aPlaylist({
      name: `Plays ${seconds} (${at})`,
      items: seconds === 0 ? [archived(binned, 500)] : [archived(image, seconds - 1), archived(image, 1)],
    }),
  );
  // Three times the merchant's own time.
  playlists.push(aPlaylist({ name: 'Plays 30', items: [image, image, image].map((one) => archived(one)) }));
  const { shop, ada } = await newStudio(service, { media: [image, binned], playlists });
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  const bin = async (media: { id: string }) => assert.equal((await ada.remove(`/media/${media.id}`)).status, 200);
  const lengthsNow = async (): Promise<unknown[]> => {
    const seen: { totalDurationSeconds: number }[] = [];
    let cursor = '';
    do {
      const { body } = await ada.get(`/playlists?sort=longest&limit=2${cursor}`);
      seen.push(...Object(body).items);
      cursor = Object(body).nextCursor === null ? '' : `&cursor=${Object(body).nextCursor}`;
    } while (cursor !== '');
    const rows = await service.db.rows({
      text: 'select 1 from playlists where merchant_id = $1 and measured_revision = revision',
      values: [shop.id],
    });
    assert.equal(rows.length, playlists.length, 'nothing is summed anew by who looks next');
    return seen.map(({ totalDurationSeconds }) => totalDurationSeconds);
  };
  const countEmpty = async () => Object((await ada.get('/playlists?limit=1')).body).counts.empty;
  assert.deepEqual(await lengthsNow(), [500, 120, 30, 7.25, 7.25, 3]);
  await bin(binned);
  assert.deepEqual(await lengthsNow(), [120, 30, 7.25, 7.25, 3, 0]);
  assert.equal(await countEmpty(), 1);
  // What is longer since the page before stands above it, and is on none of the next.
  const cursor = String((await ada.get('/playlists?sort=longest&limit=2')).json['nextCursor']);
  assert.equal((await ada.post('/trash/restore', { ids: [binned.id] })).status, 200);
  const next = itemsOf(await ada.get(`/playlists?sort=longest&cursor=${cursor}`));
  assert.deepEqual(
    next.map((playlist) => Object(playlist).totalDurationSeconds),
    [7.25, 7.25, 3],
  );
  await bin(binned);
  assert.equal((await owner.patch('/merchant', { defaultItemSeconds: 50 })).status, 200);
  assert.deepEqual(await lengthsNow(), [150, 120, 7.25, 7.25, 3, 0]);
  await bin(image);
  assert.equal(await countEmpty(), 6);
  assert.equal((await ada.post('/trash/restore', { ids: [image.id, binned.id] })).status, 200);
  assert.deepEqual(await lengthsNow(), [500, 150, 120, 7.25, 7.25, 3]);
});

test('a page takes as many statements for thirty playlists as for one', async () => {
  const image = anImage();
  const many = Array.from({ length: 30 }, () => aPlaylist({ items: [archived(image), archived(image)] }));
  const { ada } = await newStudio(service, { media: [image], playlists: many });
  const statementsFor = async (limit: number): Promise<number> => {
    const sent: string[] = [];
    const stop = recordStatements({ add: (text) => void sent.push(text) });
    const { status } = await ada.get(`/playlists?limit=${limit}`);
    stop();
    assert.equal(status, 200);
    // Without what the service writes by itself meanwhile.
    return sent.filter((text) => text.includes('merchant_id') && !/^\s*insert/.test(text)).length;
  };
  const one = await statementsFor(1);
  assert.ok(one > 0);
  assert.equal(await statementsFor(30), one);
});
