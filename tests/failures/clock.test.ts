import assert from 'node:assert/strict';
import { afterAll, beforeAll } from 'vitest';
import type { Served } from '../harness/command-line.js';
import { assertStored, clockOff, newUpload, timed, uploadOver } from '../harness/operator.js';
import { post } from '../harness/service.js';
import { startBeside, startFailingSite, test, type FailingSite } from './failing-site.js';

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

test.each([7, -7])(
  'the clock of an instance off by %i minutes: limits, windows and signed URLs are right',
  async (minutes) => {
    const limits = { STORAGE_SECRET: 'x'.repeat(32) };
    const right = await startBeside(site.folder, { ...site.env, ...limits });
    const storage = await storageUrl(right);
    const wrong = await startBeside(site.folder, {
      ...site.env,
      ...limits,
      ...clockOff(minutes),
      STORAGE_BASE_URL: storage,
    });
    const upload = newUpload();
    assert.equal(
      await uploadOver(() => wrong.url, site.shop.token, upload),
      200,
      'a store with the right time takes its URLs',
    );
    await assertStored(wrong.url, site.shop.token, upload);
    const counted = [];
    for (const url of [right.url, wrong.url, right.url, wrong.url])
      counted.push((await site.get('/tags', url)).headers);
    const left = counted.map((headers) => Number(headers.get('ratelimit-remaining')));
    const resets = counted.map((headers) => Number(headers.get('ratelimit-reset')));
    if (Math.max(...resets) - Math.min(...resets) < 10)
      assert.deepEqual(
        left,
        left.map((_, at) => (left[0] ?? 0) - at),
      );
    assert.match(wrong.said.stderr, /clock is off/);
  },
);

async function storageUrl(server: Served): Promise<string> {
  const { body } = await timed(server.url, site.shop.token, '/media/uploads', post(newUpload().request));
  return new URL((body as { upload: { url: string } }).upload.url).origin;
}
