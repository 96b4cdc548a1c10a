import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { startService, type Service } from '../../../tests/harness/service.js';
import { readScreenBuild } from './screen-routes.js';

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-screen-pages-'));
  await mkdir(join(folder, 'screen'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html data-version="__VERSION__">');
  await writeFile(join(folder, 'worker.js'), 'keep(SHELL)');
  for (const name of ['main-abc.js', 'main-abc.js.gz', 'main-abc.css'])
    await writeFile(join(folder, 'screen', name), name);
  service = await startService({ screenDist: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const versionOf = (page: string): string | undefined => /data-version="([\w-]{16})"/.exec(page)?.[1];

test('the player may load its own files, what the storage has, and any page in a frame, and ask whether that is there', async () => {
  const response = await fetch(`${service.url}/screen?left`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  const { origin } = service.store;
  assert.deepEqual(response.headers.get('content-security-policy')?.split('; '), [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: ${origin}`,
    `media-src blob: ${origin}`,
    "connect-src 'self' https: http:",
    "worker-src 'self'",
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('its worker stands beside it, so that /screen is in its scope, and names what the page loads', async () => {
  const version = versionOf(await (await fetch(`${service.url}/screen`)).text());
  const response = await fetch(`${service.url}/screen-worker.js`);
  assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'");
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  const shell = JSON.stringify({ version, files: ['main-abc.css', 'main-abc.js'] });
  assert.equal(await response.text(), `const SHELL = ${shell};\nkeep(SHELL)`);
  const file = await fetch(`${service.url}/screen/main-abc.css`);
  assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(await file.text(), 'main-abc.css');
});

test('another file, another page and another policy each make another version, the same ones the same', async () => {
  const version = (policy = 'a'): string | undefined => readScreenBuild(folder, policy)?.version;
  const versions = [version(), version('b')];
  await writeFile(join(folder, 'screen', 'more-abc.js'), '');
  versions.push(version());
  await rm(join(folder, 'screen', 'more-abc.js'));
  assert.equal(new Set(versions).size, 3);
  assert.equal(version(), versions[0]);
});

test.each(['/screen/gone-abc.js', '/screen/..%2Fworker.js', '/screen/main-abc.js.gz'])(
  '%s is a 404 and no page',
  async (path) => {
    const response = await fetch(service.url + path, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { error: 'not_found', message: 'There is no such file.' });
  },
);

test('with a slash typed behind it, it leads to the player, below whatever path the service stands', async () => {
  const response = await fetch(`${service.url}/screen/`, { redirect: 'manual' });
  assert.deepEqual([response.status, response.headers.get('location')], [303, '../screen']);
});

test('a server without its player says so, and has no worker', async () => {
  const alone = await startService({ screenDist: join(folder, 'nothing') });
  const response = await fetch(`${alone.url}/screen`);
  assert.equal(response.status, 503);
  assert.match(await response.text(), /<h1>The player is not built<\/h1>/);
  assert.equal((await fetch(`${alone.url}/screen-worker.js`)).status, 404);
  await alone.close();
});
