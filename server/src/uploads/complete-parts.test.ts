// What putting the parts together keeps to on the store's disk: its reserve, and one copy at a time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test, vi } from 'vitest';
import { holdWrites } from '../../../disk-s3/test/hold-writes.js';
import { mountSmallDisk } from '../../../disk-s3/test/small-disk.js';
import { newBytes, putParts, startInParts } from '../../../tests/harness/parts.js';
import { useService } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { until } from '../../../tests/harness/until.js';
import { finalize } from '../../../tests/harness/upload.js';

const MB = 1024 * 1024;
const SMALL = isS3 ? undefined : await mountSmallDisk(48);
const folder = SMALL ?? join(tmpdir(), `complete-parts-${randomUUID()}`);
const directory = join(folder, 'objects');
const service = useService({ disk: { directory, reserveBytes: SMALL === undefined ? 0 : 12 * MB } });
if (SMALL === undefined) afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(SMALL === undefined)(
  'a finalize that would take from the reserve is refused, loses nothing, and works once there is room; needs the right to mount a tmpfs',
  async () => {
    const shop = await service.newMerchant();
    const bytes = newBytes();
    const { id, parts } = await startInParts(shop, bytes);
    await putParts(bytes, parts);
    const before = (await shop.get(`/media/uploads/${id}`)).body;
    // Of 48 MB 5 are parts: 15 are free, 3 of them beyond the reserve.
    const ballast = join(folder, 'ballast');
    await writeFile(ballast, Buffer.alloc(28 * MB));
    const refused = await finalize(shop, id);
    assert.deepEqual(
      [refused.status, refused.body],
      [
        500,
        {
          error: 'internal',
          message: 'Something went wrong on our side. Try again; if it happens again, quote the X-Request-Id.',
        },
      ],
    );
    assert.deepEqual(await readdir(join(directory, 'tmp')), []);
    assert.deepEqual((await shop.get(`/media/uploads/${id}`)).body, before);
    await rm(ballast);
    const { status, body } = await finalize(shop, id);
    assert.deepEqual([status, body], [200, (await shop.get(`/media/${id}`)).body]);
  },
);

test.skipIf(isS3)('of five finalizes at once one puts the parts together, and all answer with the item', async () => {
  const shop = await service.newMerchant();
  const bytes = newBytes();
  const { id, parts } = await startInParts(shop, bytes);
  await putParts(bytes, parts);
  const completing = vi.spyOn(service.store, 'completeParts');
  const holding = await holdWrites();
  const finalizing = Array.from({ length: 5 }, () => finalize(shop, id));
  await until(() => completing.mock.calls.length === 5 && holding.files() > 0);
  assert.equal((await readdir(join(directory, 'tmp'))).length, 1);
  holding.release();
  const answers = (await Promise.all(finalizing)).map(({ status, body }) => ({ status, body }));
  const { body } = await shop.get(`/media/${id}`);
  assert.deepEqual(answers, Array(5).fill({ status: 200, body }));
  assert.equal(holding.files(), 1);
  assert.deepEqual(await readdir(join(directory, 'tmp')), []);
});
