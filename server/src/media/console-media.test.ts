import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { activityOf, newPerson, type Json } from '../../../tests/harness/console.js';
import { aCampaign, anImage, aPage, aPlaylist, aPublished, aTag, aVideo } from '../../../tests/harness/content.js';
import { useService, type Service } from '../../../tests/harness/service.js';
import { comparable, withoutSignatures } from '../../../tests/harness/upload.js';

const service = useService();

const stage = async (parts: Parameters<Service['newMerchant']>[0]) => {
  const shop = await service.newMerchant(parts);
  return { shop, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const playing = (mediaId: string, side: 'landscape' | 'portrait') => {
  const content = { playlistId: randomUUID(), items: [{ mediaId, type: 'image', durationSeconds: 10 }] };
  const empty = { playlistId: randomUUID(), items: [] };
  return { landscape: side === 'landscape' ? content : empty, portrait: side === 'portrait' ? content : null };
};

describe('the media library', () => {
  test('is the same list that a token with every scope reads, page by page', async () => {
    const tag = aTag('Summer');
    const media = [anImage({ name: 'Fan', tagIds: [tag.id] }), anImage({ name: 'Parasol' }), aPage()];
    const { shop, staff } = await stage({ tags: [tag], media });
    for (const query of ['', '?limit=2', '?q=PARA', `?tag=${tag.id}`, '?q=nothing']) {
      const answer = await staff.get(`/media${query}`);
      assert.equal(answer.status, 200);
      const { items, nextCursor } = Object((await shop.get(`/media${query}`)).body);
      const listed = items.map((item: { type: string }) => ({
        ...item,
        sizeBytes: item.type === 'web' ? null : 5,
        addedBy: null,
        warnings: [],
        isBroken: false,
      }));
      assert.equal(answer.json['nextCursor'] === null, nextCursor === null);
      assert.deepEqual(withoutSignatures(answer.json['items']), withoutSignatures(listed));
    }
    const { nextCursor, items } = (await staff.get('/media?limit=2')).json;
    const rest = (await staff.get(`/media?limit=2&cursor=${String(nextCursor)}`)).json['items'];
    assert.deepEqual([items, rest].flat().length, 3);
    assert.deepEqual((await staff.get('/tags')).body, { items: [tag], nextCursor: null });
  });

  test('says of each item what is wrong with it', async () => {
    const fine = anImage({ name: 'Fine', createdAt: '2026-05-03T08:00:00.000Z' });
    const broken = anImage({ name: 'Broken', broken: true, createdAt: '2026-05-02T08:00:00.000Z' });
    const odd = aVideo({ name: 'Odd', codec: 'hevc', createdAt: '2026-05-01T08:00:00.000Z' });
    const { staff } = await stage({ media: [fine, broken, odd] });
    const items = (await staff.get('/media')).json['items'] as Json[];
    assert.deepEqual(
      items.map(({ name, isBroken, warnings }) => [name, isBroken, warnings]),
      [
        ['Fine', false, []],
        ['Broken', true, []],
        ['Odd', false, ['codec_not_supported']],
      ],
    );
  });

  test('is nobody else’s', async () => {
    const media = anImage();
    await stage({ media: [media] });
    const { staff } = await stage({});
    assert.deepEqual((await staff.get('/media')).body, { items: [], nextCursor: null });
    assert.equal((await staff.get(`/media/${media.id}`)).status, 404);
  });
});

describe('a media item', () => {
  test('is shown with its file, its description and what uses it', async () => {
    const tag = aTag('Summer');
    const media = anImage({ description: 'By the door', tagIds: [tag.id] });
    const [item, other] = [{ mediaId: media.id, durationSeconds: null }, anImage()];
    const windows = aPlaylist({ name: 'windows', items: [item, item] });
    const bar = aPlaylist({ name: 'Bar', shared: false, items: [item] });
    const live = (name: string, flight: object, content: object) =>
      aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight, content })] });
    const open = { start: null, end: null };
    const spring = live('spring', { start: null, end: '2026-06-14' }, playing(media.id, 'landscape'));
    const august = live('August', { start: '2026-08-01', end: null }, playing(media.id, 'portrait'));
    const today = live('Today', open, playing(media.id, 'landscape'));
    const campaigns = [
      spring,
      august,
      today,
      live('Without it', open, playing(other.id, 'landscape')),
      // Published once with it, and taken down since.
      aCampaign({ name: 'Gone', versions: [aPublished({ content: playing(media.id, 'landscape') })] }),
    ];
    const playlists = [windows, bar, aPlaylist({ items: [{ mediaId: other.id, durationSeconds: null }] })];
    const { shop, staff } = await stage({ tags: [tag], media: [media, other], playlists, campaigns });
    const ofToken = Object((await shop.get(`/media/${media.id}`)).body);
    const answer = await staff.get(`/media/${media.id.toUpperCase()}`);
    const expected = {
      ...ofToken,
      description: 'By the door',
      revision: 1,
      warnings: [],
      isBroken: false,
      file: { fileName: 'poster.png', mimeType: 'image/png', sizeBytes: 5 },
      usedIn: {
        playlists: [
          { id: bar.id, name: 'Bar', shared: false },
          { id: windows.id, name: 'windows', shared: true },
        ],
        campaigns: [
          { lineageId: august.lineageId, name: 'August', status: 'upcoming' },
          { lineageId: spring.lineageId, name: 'spring', status: 'ended' },
          { lineageId: today.lineageId, name: 'Today', status: 'running' },
        ],
      },
    };
    assert.deepEqual(withoutSignatures(answer.body), withoutSignatures(expected));
    assert.match(String(answer.json['fileUrl']), /^http/);
  });

  test('changes its name and description, and is found by them', async () => {
    const media = anImage({ description: 'Old words' });
    const { shop, staff } = await stage({ media: [media] });
    const path = `/media/${media.id}`;
    const before = (await staff.get(path)).json;
    const answer = await staff.patch(path, { revision: 1, name: ' Straße ', description: 'New words ' });
    const after = { ...before, name: 'Straße', description: 'New words ', revision: 2 };
    assert.deepEqual([answer.status, comparable(answer.body)], [200, comparable(after)]);
    const count = async (q: string) => Object((await staff.get(`/media?q=${q}`)).json['items']).length;
    assert.deepEqual(await Promise.all(['STRASSE', 'new', 'poster', 'old'].map(count)), [1, 1, 0, 0]);
    const cleared = await staff.patch(path, { revision: 2, description: ' \n' });
    assert.deepEqual(comparable(cleared.body), comparable({ ...after, description: null, revision: 3 }));
    assert.deepEqual(await activityOf(service, shop.id), [
      [
        'media.changed',
        'Stella Staff',
        {
          mediaId: media.id,
          name: 'Straße',
          changes: {
            name: { from: 'Poster', to: 'Straße' },
            description: { from: 'Old words', to: 'New words ' },
          },
        },
      ],
      [
        'media.changed',
        'Stella Staff',
        { mediaId: media.id, name: 'Straße', changes: { description: { from: 'New words ', to: null } } },
      ],
    ]);
  });

  test('that a change leaves as it is gets no new revision and no entry in the activity', async () => {
    const media = anImage({ description: 'Words' });
    const { shop, staff } = await stage({ media: [media] });
    for (const change of [{}, { name: ' Poster' }, { description: 'Words' }]) {
      const { status, json } = await staff.patch(`/media/${media.id}`, { revision: 1, ...change });
      assert.deepEqual([status, json['revision']], [200, 1]);
    }
    assert.deepEqual(await activityOf(service, shop.id), []);
  });

  test('is not changed by the second of two people at once, who is told; nothing is lost', async () => {
    const media = anImage();
    const { shop, staff } = await stage({ media: [media] });
    const names = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(
      names.map((name) => staff.patch(`/media/${media.id}`, { revision: 1, name, description: `of ${name}` })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    );
    const won = names[answers.findIndex(({ status }) => status === 200)] ?? '';
    const { json } = await staff.get(`/media/${media.id}`);
    assert.deepEqual([json['name'], json['description'], json['revision']], [won, `of ${won}`, 2]);
    assert.deepEqual(answers.find(({ status }) => status === 409)?.body, {
      error: 'conflict',
      message:
        'Somebody else changed this media item meanwhile. Load it again, look at what changed, and save once more.',
      code: 'changed_meanwhile',
    });
    assert.equal((await activityOf(service, shop.id)).length, 1);
  });

  test('takes no name that is blank and no description with NUL', async () => {
    const media = anImage();
    const { staff } = await stage({ media: [media] });
    for (const change of [
      { name: ' ' },
      { name: 'a\nb' },
      { name: 'x'.repeat(201) },
      { name: null },
      { description: 'a\u0000' },
      { description: 'x'.repeat(5001) },
      { revision: 0 },
    ]) {
      const { status } = await staff.patch(`/media/${media.id}`, { revision: 1, ...change });
      assert.equal(status, 400, JSON.stringify(change));
    }
  });
});
