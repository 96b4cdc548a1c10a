import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startService, type Service } from '../../../tests/harness/service.js';

const INDEX =
  '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><script src="/a.js" nonce="__NONCE__"></script>';

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), INDEX);
  await writeFile(join(folder, 'secret.js'), 'not an asset');
  for (const [name, text] of [
    ['index-abc.js', 'plain'],
    ['index-abc.js.gz', 'zipped'],
    ['index-abc.js.br', 'brotli'],
    ['small-abc.css', 'css'],
    ['letters-abc.woff2', 'font'],
    ['small-abc.css.gz', 'zipped css'],
  ] as const) {
    await writeFile(join(folder, 'assets', name), text);
  }
  service = await startService({ consoleDist: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const load = (path: string, headers: Record<string, string> = HTML) => fetch(service.url + path, { headers });

// fetch unpacks what it gets, and the bytes here are none that could be unpacked.
function loadPacked(path: string, accepted: string, more: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = request(service.url + path, { headers: { 'accept-encoding': accepted, ...more } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    outgoing.on('error', reject).end();
  });
}

describe("the console's page", () => {
  test.each(['/', '/media', '/settings/people?tab=open', '/no/such/page', '/apiary'])(
    'is sent for %s',
    async (path) => {
      const response = await load(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'no-cache');
    },
  );

  test('has a policy that lets in its own files, the storage, and style elements with the nonce of this very page', async () => {
    const nonces = new Set<string>();
    for (const response of [await load('/'), await load('/media')]) {
      const nonce = /nonce="([\w-]{22})"/.exec(await response.text())?.[1] ?? 'none';
      nonces.add(nonce);
      const { origin } = service.store;
      assert.deepEqual(response.headers.get('content-security-policy')?.split('; '), [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "font-src 'self'",
        `img-src 'self' blob: data: ${origin}`,
        `media-src 'self' blob: data: ${origin}`,
        `connect-src 'self' ${origin}`,
        "worker-src 'self' blob:",
        'frame-src https: http:',
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ]);
    }
    assert.equal(nonces.size, 2);
  });

  test('is not framed, sniffed or told to others, and insists on https only where the service has it', async () => {
    for (const path of ['/', '/docs', '/docs/reference']) {
      const { headers } = await load(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'same-origin', path);
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/, path);
      assert.equal(headers.get('strict-transport-security'), null, path);
    }
    const secure = await startService({ consoleDist: folder, baseUrl: 'https://signs.example.com' });
    const { headers } = await fetch(secure.url, { headers: HTML });
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
    await secure.close();
  });

  test('is for browsers: a program that asks for an unknown path gets a 404 in JSON', async () => {
    const response = await load('/media', { accept: 'application/json' });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), {
      error: 'not_found',
      message:
        'No such endpoint. Paths begin with /api/integrations/v1, are case-sensitive and have no slash at the end.',
    });
  });

  test.each(['/api/nothing', '/api/console/v1/nothing', '/docs/nothing', '/healthz/x', '/assets/x/y'])(
    'is not sent for %s, which is a 404 also in a browser',
    async (path) => {
      const response = await load(path);
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    },
  );

  test('is not sent for a write', async () => {
    assert.equal((await fetch(`${service.url}/media`, { method: 'POST', headers: HTML })).status, 404);
  });
});

describe("the console's files", () => {
  test.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'zipped'],
    ['gzip, br;q=0', 'gzip', 'zipped'],
    ['identity', undefined, 'plain'],
  ])('for Accept-Encoding: %s come as %s, kept by browsers for good', async (accepted, encoding, text) => {
    const { status, headers, text: got } = await loadPacked('/assets/index-abc.js', accepted);
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(headers['vary'], 'accept-encoding');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(got, text);
  });

  test('may be a font, which is packed already', async () => {
    const { status, headers, text } = await loadPacked('/assets/letters-abc.woff2', 'br');
    assert.deepEqual([status, headers['content-type'], text], [200, 'font/woff2', 'font']);
  });

  test('come in part where a part is asked for', async () => {
    const { status, headers, text } = await loadPacked('/assets/index-abc.js', 'identity', { range: 'bytes=1-3' });
    assert.deepEqual([status, headers['content-range'], text], [206, 'bytes 1-3/5', 'lai']);
  });

  test.each([
    [416, { range: 'bytes=99-' }, 'bytes */6'],
    [412, { 'if-match': '"another"' }, undefined],
  ])('that cannot be had as asked for are a %i that no cache keeps', async (expected, asked, range) => {
    const { status, headers, text } = await loadPacked('/assets/index-abc.js', 'br', asked);
    const { 'x-request-id': id, date, connection, 'keep-alive': keepAlive, ...said } = headers;
    assert.deepEqual([status, text], [expected, '']);
    assert.deepEqual(said, { 'content-length': '0', ...(range !== undefined && { 'content-range': range }) });
    assert.ok([id, date, connection, keepAlive].every((value) => value !== undefined));
  });

  test('that went away after the start are a 404 that can be read', async () => {
    await rm(join(folder, 'assets', 'small-abc.css.gz'));
    const { status, headers, text } = await loadPacked('/assets/small-abc.css', 'gzip');
    assert.deepEqual([status, headers['content-encoding'], headers['cache-control']], [404, undefined, undefined]);
    assert.deepEqual(JSON.parse(text), { error: 'not_found', message: 'There is no such file.' });
  });

  test.each([
    '/assets/gone-abc.js',
    '/assets/..%2Fsecret.js',
    '/assets/%2e%2e%2findex.html',
    '/assets/index-abc.js.gz',
  ])('do not include %s, which is a 404 and no page', async (path) => {
    const response = await load(path);
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { error: 'not_found', message: 'There is no such file.' });
  });
});

test('a server without its console says so, and its API works', async () => {
  const alone = await startService({ consoleDist: join(folder, 'nothing') });
  const response = await fetch(`${alone.url}/media`, { headers: HTML });
  assert.equal(response.status, 503);
  assert.match(await response.text(), /<h1>The console is not built<\/h1>/);
  assert.equal((await fetch(`${alone.url}/healthz`)).status, 200);
  assert.equal((await fetch(`${alone.url}/assets/index-abc.js`)).status, 404);
  await alone.close();
});
