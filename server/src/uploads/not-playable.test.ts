import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newPerson } from '../../../tests/harness/console.js';
import { aCampaign, anImage, anUploadRequest, aPlaylist, aVersion, sha256 } from '../../../tests/harness/content.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { post, send, useService, type Shop } from '../../../tests/harness/service.js';
import { archived } from '../../../tests/harness/studio.js';
import { finalize, put, start, startNew, upload } from '../../../tests/harness/upload.js';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { parseMerchantId } from '../ids.js';
import { makeJpeg, makeLossyWebp, makePng } from './metadata/test-files/images.js';
import { makeMp4 } from './metadata/test-files/mp4.js';
import { makeWebm } from './metadata/test-files/webm.js';

const service = useService();

const IMAGE_WARNING = {
  code: 'not_playable',
  message: 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.',
};
const VIDEO_WARNING = {
  code: 'not_playable',
  message: 'The file is not an MP4 or WebM video. Screens probably cannot play it.',
};

const SIZE = { width: 64, height: 36 };
const png = makePng(SIZE);
const mp4 = makeMp4({ ...SIZE, seconds: 1 });
const video = { mimeType: 'video/mp4', fileName: 'door.mp4', codec: 'h264' };

const warningsOf = async (shop: Shop, id: string): Promise<unknown> =>
  Object((await shop.get(`/media/uploads/${id}`)).body).warnings;

describe('GET /media/uploads/{id}', () => {
  test.each([
    ['text declared as an image', 'hello', {}, [IMAGE_WARNING]],
    ['an empty image', '', {}, [IMAGE_WARNING]],
    ['a video declared as an image', mp4, {}, [IMAGE_WARNING]],
    ['text declared as a video', 'hello', video, [VIDEO_WARNING]],
    ['an image declared as a video', png, video, [VIDEO_WARNING]],
    ['an image declared with its size', png, SIZE, []],
    ['a JPEG', makeJpeg(SIZE), { mimeType: 'image/jpeg' }, []],
    ['a JPEG declared as a PNG', makeJpeg(SIZE), {}, []],
    ['a WebP image', makeLossyWebp(SIZE), { mimeType: 'image/webp' }, []],
    ['an MP4 video', mp4, video, []],
    ['a WebM video', makeWebm({ ...SIZE, seconds: 1 }), { ...video, mimeType: 'video/webm' }, []],
  ])('answers with the warnings about %s', async (_, bytes, over, warnings) => {
    const shop = await service.newMerchant();
    const request = anUploadRequest(over, bytes);
    const ticket = await startNew(shop, request);
    assert.deepEqual(await warningsOf(shop, request.id), []);
    assert.equal((await put(ticket.upload, bytes)).status, 200);
    assert.equal((await finalize(shop, request.id)).status, 200);
    const size = Buffer.byteLength(bytes);
    assert.deepEqual((await shop.get(`/media/uploads/${request.id}`)).body, {
      mediaId: request.id,
      state: 'ready',
      fileSize: size,
      storedBytes: size,
      partSize: null,
      storedParts: [],
      warnings,
    });
  });

  test('warns about a file that came in parts', async () => {
    const shop = await service.newMerchant();
    const bytes = newBytes();
    const { id, parts } = await startInParts(shop, bytes);
    await putParts(bytes, parts);
    assert.equal((await finalize(shop, id)).status, 200);
    assert.deepEqual(await warningsOf(shop, id), [VIDEO_WARNING]);
  });

  test('warns about an imported item whose file arrives later', async () => {
    const file = { fileName: 'poster.png', mimeType: 'image/png', sizeBytes: 5, sha256: sha256('hello') };
    const item = anImage({ file });
    const shop = await service.newMerchant({ media: [item] });
    const ticket = await startNew(shop, anUploadRequest({ id: item.id }, 'hello'));
    assert.equal((await put(ticket.upload, 'hello')).status, 200);
    assert.deepEqual(await warningsOf(shop, item.id), []);
    assert.equal((await finalize(shop, item.id)).status, 200);
    assert.deepEqual(await warningsOf(shop, item.id), [IMAGE_WARNING]);
  });
});

test.each([
  ['fails', () => Promise.reject(new Error('storage is away'))],
  ['never ends', () => new Promise<never>(() => undefined)],
  ['finds no object', () => Promise.resolve(undefined)],
])('finalizes without a warning when reading the file %s', async (_, read) => {
  const url = await service.newInstance({ store: { ...service.store, read }, metadataLimitMs: 1 });
  const shop = await service.newMerchant();
  const request = anUploadRequest({}, 'hello');
  await put((await startNew(shop, request)).upload, 'hello');
  const { status } = await send(`${url}${API_PATH}/media/uploads/${request.id}/finalize`, shop.secret, post());
  assert.equal(status, 200);
  assert.deepEqual(await warningsOf(shop, request.id), []);
});

test('the library and the item show the warning to people', async () => {
  const shop = await service.newMerchant();
  const staff = await newPerson(service, { [shop.id]: 'staff' });
  const { id } = await upload(shop, 'hello');
  const items: Record<string, unknown>[] = Object((await staff.get('/media')).json).items;
  assert.deepEqual(
    items.map(({ id: mediaId, warnings }) => [mediaId, warnings]),
    [[id, ['not_playable']]],
  );
  assert.deepEqual((await staff.get(`/media/${id}`)).json['warnings'], [IMAGE_WARNING]);
});

test('an archive keeps the warning', async () => {
  const shop = await service.newMerchant();
  const [text, picture] = [await upload(shop, 'hello'), await upload(shop, png)];
  const archive = await exportArchive(service, parseMerchantId(shop.id));
  assert.deepEqual(
    archive.media.map(({ id, notPlayable }) => [id, notPlayable]),
    [
      [text.id, true],
      [picture.id, undefined],
    ],
  );
  await importArchive(service, JSON.parse(JSON.stringify(archive)), { replace: true });
  assert.deepEqual(await warningsOf(shop, text.id), [IMAGE_WARNING]);
  assert.deepEqual(await warningsOf(shop, picture.id), []);
});

describe('publishing a file that is not playable', () => {
  async function newCampaign() {
    const picture = anImage();
    const playlist = aPlaylist({ items: [archived(picture)] });
    const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: playlist.id })] });
    const shop = await service.newMerchant({ media: [picture], playlists: [playlist], campaigns: [campaign] });
    const staff = await newPerson(service, { [shop.id]: 'staff' });
    const { id } = await upload(shop, 'hello', { name: 'A "fake" picture' });
    const items = [picture.id, id, id].map((mediaId) => ({ mediaId, ownSeconds: null }));
    assert.equal((await staff.patch(`/playlists/${playlist.id}`, { revision: 1, items })).status, 200);
    return { staff, id, path: `/campaigns/${campaign.lineageId}/publish` };
  }

  test('is refused until the person confirms it', async () => {
    const { staff, id, path } = await newCampaign();
    const { canPublish, problems, notPlayable, revision, contentHash } = (await staff.get(path)).json;
    assert.deepEqual([canPublish, problems, notPlayable], [true, [], [{ id, name: 'A "fake" picture' }]]);
    for (const confirmed of [{}, { confirmNotPlayable: false }]) {
      const refused = await staff.post(path, { revision, contentHash, ...confirmed });
      assert.deepEqual(
        [refused.status, refused.body],
        [
          422,
          {
            error: 'unprocessable',
            message: `Screens probably cannot show "A 'fake' picture": not an image or a video. Take it out of the playlist, or set confirmNotPlayable to publish it anyway.`,
            code: 'invalid',
          },
        ],
      );
    }
    const { status } = await staff.post(path, { revision, contentHash, confirmNotPlayable: true });
    assert.equal(status, 200);
  });
});

test('warns about the item that a duplicate upload names', async () => {
  const shop = await service.newMerchant();
  const { id } = await upload(shop, 'hello');
  const ticket = await start(shop, anUploadRequest({}, 'hello'));
  assert.deepEqual([ticket.duplicateOf?.id, ticket.warnings], [id, []]);
  assert.deepEqual(await warningsOf(shop, ticket.mediaId), [IMAGE_WARNING]);
});
