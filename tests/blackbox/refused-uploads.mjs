// What cannot become a media item is refused before anything is kept: none of these leaves a trace.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { requireStatus, sentence, UNKNOWN_ID } from './world.mjs';

const MEGABYTE = 1024 * 1024;
const WRITE = ['media:write'];

const aRequest = (over = {}) => ({
  id: randomUUID(),
  name: 'Blackbox check, refused',
  fileName: 'refused.jpg',
  mimeType: 'image/jpeg',
  fileSize: 1,
  checksum: '0'.repeat(64),
  ...over,
});

export function testRefusedUploads(world) {
  const start = (token, json, status) =>
    requireStatus(world, '/media/uploads', { token, method: 'POST', json }, status);

  sentence(world, 'POST /media/uploads: a body that is not JSON is a 400', WRITE, async (token) => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await requireStatus(
      world,
      '/media/uploads',
      { token, method: 'POST', headers, body: '{"id":' },
      400,
    );
    assert.notEqual(body.message, '');
  });

  sentence(
    world,
    'POST /media/uploads: every required field that is missing is named by a 400',
    WRITE,
    async (token) => {
      const { body } = await start(token, {}, 400);
      for (const field of Object.keys(aRequest())) assert.ok(body.message.includes(field), `${field}: ${body.message}`);
    },
  );

  sentence(world, 'POST /media/uploads: fields of another kind are named by a 400', WRITE, async (token) => {
    const { body } = await start(token, aRequest({ id: 'door', fileSize: '1', width: 0, hasThumbnail: 'yes' }), 400);
    for (const field of ['id', 'fileSize', 'width', 'hasThumbnail']) {
      assert.ok(body.message.includes(field), `${field}: ${body.message}`);
    }
  });

  sentence(world, 'POST /media/uploads: a body over 16 KB is a 413', WRITE, async (token) => {
    const { body } = await start(token, aRequest({ fileName: 'a'.repeat(17 * 1024) }), 413);
    assert.equal(body.code, undefined);
  });

  const NOT_ACCEPTED = {
    'a file type that is not listed': { mimeType: 'application/pdf' },
    'an image over 50 MB': { fileSize: 51 * MEGABYTE },
    'a video over 2 GB': { mimeType: 'video/mp4', fileSize: 2049 * MEGABYTE },
    'a checksum that is no SHA-256': { checksum: 'ABC' },
    'a name of 201 characters': { name: 'a'.repeat(201) },
  };
  for (const [what, over] of Object.entries(NOT_ACCEPTED)) {
    sentence(world, `POST /media/uploads: ${what} is a 422`, WRITE, async (token) => {
      const { body } = await start(token, aRequest(over), 422);
      assert.equal(body.code, 'invalid');
    });
  }

  sentence(world, 'finalize: an upload that nobody started is a 404', WRITE, async (token) => {
    const { body } = await requireStatus(
      world,
      `/media/uploads/${UNKNOWN_ID}/finalize`,
      { token, method: 'POST' },
      404,
    );
    assert.equal(body.code, undefined);
  });
}
