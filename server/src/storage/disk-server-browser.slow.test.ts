import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { closePages, openBrowser } from '../../../tests/harness/browser.js';
import { openTestDisk, type TestDisk } from '../../../tests/harness/test-disk.js';
import { sha256 } from '../../../tests/harness/content.js';
import { newObjectKey } from './object-key.js';

let browser: Browser;
let disk: TestDisk;
// A page of another origin than the store, as the console is.
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>page</p>'));

beforeAll(async () => {
  disk = await openTestDisk();
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  site.close();
  await disk.close();
});

test('a page of another origin PUTs a file, reads it back, and can read why it was refused', async () => {
  const address = site.address();
  assert.ok(typeof address === 'object' && address !== null);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  const key = newObjectKey('image/png');
  const target = disk.store.signedPut(key, { contentType: 'image/png', sizeBytes: 7, sha256: sha256('browser') });
  const put = (body: string, to = target) =>
    page.evaluate(
      async ({ to, body }) => {
        const response = await fetch(to.url, { method: 'PUT', headers: to.headers, body });
        return { status: response.status, text: await response.text() };
      },
      { to, body },
    );
  const wrong = await put('BROWSER');
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<Code>BadDigest<\/Code>/);
  assert.equal((await put('browser')).status, 200);
  const read = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return [response.status, response.headers.get('content-type'), await response.text()];
  }, disk.store.signedGetUrl(key));
  assert.deepEqual(read, [200, 'image/png', 'browser']);
  disk.clock.advance(901_000);
  const late = await put('browser');
  assert.equal(late.status, 403);
  assert.match(late.text, /<Error>/);
});

test('a page that PUTs a large file to a URL that is over reads the refusal', async () => {
  const address = site.address();
  assert.ok(typeof address === 'object' && address !== null);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  const sizeBytes = 100_000_000;
  const target = disk.store.signedPut(newObjectKey('video/mp4'), {
    contentType: 'video/mp4',
    sizeBytes,
    sha256: sha256(''),
  });
  disk.clock.advance(901_000);
  const status = await page.evaluate(
    async ({ target, sizeBytes }) => {
      const body = new Blob([new Uint8Array(sizeBytes)]);
      return (await fetch(target.url, { method: 'PUT', headers: target.headers, body })).status;
    },
    { target, sizeBytes },
  );
  assert.equal(status, 403);
});
