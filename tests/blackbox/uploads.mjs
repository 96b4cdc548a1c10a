// One upload in its five steps, with all that may be repeated repeated; then its tags. It stays in the library, under a
// name that says what it is: the API takes nothing away.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { noWall } from './items.mjs';
import { newPicture } from './picture.mjs';
import { MEDIA, requireShape, TICKET } from './shapes.mjs';
import { requireStatus, sentence } from './world.mjs';

const TAG = 'Blackbox check';

export function testUploads(world) {
  const word = randomUUID();
  sentence(world, 'a file becomes a media item in five steps', ['media:write', 'media:read'], async (token, t) => {
    const upload = newUpload(world, token, word);
    await testUpload(t, upload);
    await testReady(t, upload);
    await testTags(t, upload);
    await testWalls(t, upload);
  });
}

// What all of it is about: the file, what is declared of it, and the item that it must become.
function newUpload(world, token, word) {
  const { bytes, ...declared } = newPicture(word);
  const thumbnail = newPicture(`${word} thumbnail`).bytes;
  const request = {
    id: randomUUID(),
    name: `Blackbox check ${word}, may be deleted`,
    fileName: 'blackbox-check.jpg',
    mimeType: 'image/jpeg',
    fileSize: bytes.length,
    hasThumbnail: true,
    thumbnailSize: thumbnail.length,
    ...declared,
  };
  const at = (path, json, status) =>
    requireStatus(world, path, { token, ...(json && { method: 'POST', json }) }, status);
  const { id, name, width, height } = request;
  const ready = { id, name, type: 'image', width, height, durationSeconds: null };
  return {
    world,
    token,
    word,
    bytes,
    thumbnail,
    request,
    ready,
    read: (path, status = 200) => at(path, undefined, status),
    start: (over = {}, status = 200) => at('/media/uploads', { ...request, ...over }, status),
    finalize: (status = 200) =>
      requireStatus(world, `/media/uploads/${id}/finalize`, { token, method: 'POST' }, status),
    addTags: (body, status = 200) => at(`/media/${id}/tags`, body, status),
  };
}

async function testUpload(t, { bytes, thumbnail, request, ready, read, start, finalize, word }) {
  let ticket;
  await t.test('POST /media/uploads answers where to PUT the file and its thumbnail', async () => {
    ({ body: ticket } = await start());
    requireTicket(ticket, request.id);
    t.diagnostic(`left: the media item «${request.name}» (${request.id})`);
  });
  await t.test('the same id again is a safe retry', async () => {
    ({ body: ticket } = await start());
    requireTicket(ticket, request.id);
  });
  await t.test('finalize before the file is stored is a 422, and the item is not shown', async () => {
    const { body } = await finalize(422);
    assert.equal(body.code, 'invalid');
    await read(`/media/${request.id}`, 404);
    assert.deepEqual((await read(`/media?q=${word}`)).body, { items: [], nextCursor: null });
  });
  await t.test('the bytes are PUT with every header unchanged, and without the token', async () => {
    for (const [target, body] of [
      [ticket.upload, bytes],
      [ticket.thumbnailUpload, thumbnail],
    ]) {
      const response = await fetch(target.url, { method: 'PUT', headers: target.headers, body });
      assert.ok(response.ok, `the PUT answered ${response.status}: ${await response.text()}`);
    }
  });
  await t.test('finalize answers the item, ready; called again, it answers it again', async () => {
    for (const { body } of [await finalize(), await finalize()]) requireMedia(body, ready, []);
  });
}

function requireTicket(ticket, mediaId) {
  requireShape(ticket, TICKET, 'the ticket');
  const { upload, thumbnailUpload, ...rest } = ticket;
  assert.deepEqual(rest, { mediaId, duplicateOf: null, warnings: [] });
  assert.ok(upload !== null && thumbnailUpload !== null, 'a file and a thumbnail were declared');
}

function requireMedia(body, ready, tags) {
  requireShape(body, MEDIA, 'the media item');
  const { createdAt: _, thumbnailUrl, fileUrl: __, ...rest } = body;
  assert.deepEqual(rest, { ...ready, tags });
  assert.notEqual(thumbnailUrl, null);
}

async function testReady(t, { bytes, thumbnail, request, ready, read, start, word }) {
  await t.test('GET /media/{id} answers what finalize did, and what came back is what went in', async (t) => {
    const { body } = await read(`/media/${request.id}`);
    requireMedia(body, ready, []);
    assert.deepEqual(await download(body.thumbnailUrl), thumbnail);
    // Only a token with media:files is told where the file is.
    if (body.fileUrl === undefined) return t.diagnostic('no fileUrl');
    assert.deepEqual(await download(body.fileUrl), bytes);
  });
  await t.test('q finds it by its name, ignoring case', async () => {
    const { body } = await read(`/media?q=${word.toUpperCase()}`);
    assert.equal(body.nextCursor, null);
    assert.equal(body.items.length, 1);
    requireMedia(body.items[0], ready, []);
  });
  await t.test('the exact file again is told as a duplicate, with nothing to upload', async () => {
    const { body } = await start({ id: randomUUID(), name: 'Blackbox check, second' });
    const duplicateOf = { id: ready.id, name: ready.name, type: ready.type };
    assert.deepEqual(body, { mediaId: ready.id, duplicateOf, upload: null, thumbnailUpload: null, warnings: [] });
  });
  await t.test('another file under its id is a 409 with the code id_conflict', async () => {
    const { body } = await start({ checksum: '0'.repeat(64), fileSize: 1 }, 409);
    assert.equal(body.code, 'id_conflict');
  });
}

async function download(url) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

async function testTags(t, { token, request, ready, read, addTags }) {
  const skip = !token.scopes.has('tags:write') && 'the token that may upload may not do tags:write';
  await t.test('POST /media/{id}/tags: no names, too many and too long ones are a 400', { skip }, async () => {
    for (const add of [undefined, [], Array.from({ length: 11 }, (_, at) => `${TAG} ${at}`), ['a'.repeat(201)]]) {
      const { body } = await addTags({ add }, 400);
      assert.ok(body.message.includes('add'), body.message);
    }
  });
  await t.test('a body that asks to remove tags is a 422', { skip }, async () => {
    const { body } = await addTags({ add: [TAG], remove: [TAG] }, 422);
    assert.equal(body.code, 'invalid');
  });
  await t.test('tags are added once, and a name in other case and spacing is the same tag', { skip }, async (t) => {
    const { body: first } = await addTags({ add: [TAG] });
    const [tag] = first.tags;
    t.diagnostic(`left: the tag «${tag.name}»`);
    assert.deepEqual(first, { mediaId: request.id, tags: [{ id: tag.id, name: tag.name }], added: 1 });
    const { body: again } = await addTags({ add: ['  blackbox   CHECK '] });
    assert.deepEqual(again, { ...first, added: 0 });
    requireMedia((await read(`/media/${request.id}`)).body, ready, first.tags);
    await requireFiltered(read, ready, first.tags);
  });
}

async function requireFiltered(read, ready, tags) {
  const query = `q=${encodeURIComponent(ready.name)}&tag=${tags[0].id}`;
  const { body } = await read(`/media?${query}`);
  assert.equal(body.items.length, 1);
  requireMedia(body.items[0], ready, tags);
  // An item must carry every tag that is listed.
  assert.deepEqual((await read(`/media?${query}&tag=${randomUUID()}`)).body, { items: [], nextCursor: null });
}

async function testWalls(t, { world, token, request }) {
  const other = world.tokens.find((one) => one !== token);
  for (const [path, scope, json] of [
    [`/media/${request.id}`, 'media:read'],
    [`/media/uploads/${request.id}/finalize`, 'media:write', {}],
    [`/media/${request.id}/tags`, 'tags:write', { add: [TAG] }],
  ]) {
    const skip = noWall(world, [other], scope);
    const title = `${json === undefined ? 'GET' : 'POST'} ${path.replace(request.id, '{id}')}`;
    await t.test(`${title}: to another merchant's token it is missing`, { skip }, async () => {
      const options = { token: other, ...(json !== undefined && { method: 'POST', json }) };
      const { body } = await requireStatus(world, path, options, 404);
      assert.equal(body.code, undefined);
    });
  }
}
