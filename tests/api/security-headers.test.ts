// Every page and every file that a browser loads from us, found by following links, has the headers that keep others out.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startService, type Service } from '../harness/service.js';
import { startNew, upload } from '../harness/upload.js';
import { anUploadRequest } from '../harness/content.js';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
// The console's own addresses and the guides; what these lead to is found.
const ENTRIES = ['/', '/sign-in', '/media', '/no/such/page', '/docs', '/docs/reference'];
const YEAR_SECONDS = 31_536_000;

type Loaded = { readonly path: string; readonly headers: Headers; readonly text: string; readonly isPage: boolean };

let service: Service;
let secure: Service;

beforeAll(async () => {
  [service, secure] = [await startService(), await startService({ baseUrl: 'https://signs.example.com' })];
});
afterAll(() => Promise.all([service.close(), secure.close()]));

async function crawl({ url }: Service): Promise<Loaded[]> {
  const loaded = new Map<string, Loaded>();
  const waiting = [...ENTRIES];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    const one = await load(url, path);
    loaded.set(path, one);
    if (one.isPage) waiting.push(...linksOf(one.text));
  }
  return [...loaded.values()];
}

async function load(url: string, path: string): Promise<Loaded> {
  const { headers, ...response } = await fetchAt(url, path);
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  return { path, headers, text: response.text, isPage };
}

async function fetchAt(url: string, path: string) {
  const response = await fetch(url + path, { headers: HTML });
  return { headers: response.headers, text: await response.text() };
}

const linksOf = (html: string): string[] =>
  [...html.matchAll(/\b(?:href|src)="(\/[^/"#][^"#]*)/g)]
    .map(([, path = '']) => path.replaceAll('&amp;', '&'))
    .filter((path) => !path.startsWith('/api/'));

type Policy = ReadonlyMap<string, readonly string[]>;

const policyOf = (headers: Headers): Policy =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );

// What a policy leaves open that a page of ours never needs.
function faultsOf(policy: Policy): string[] {
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? ['everything'];
  const isOpen = (source: string): boolean => !/^'(?:none|self|nonce-[\w-]{22,}|sha256-.+)'$/.test(source);
  const wanted = { 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'" };
  return [
    ...scripts.filter(isOpen).map((source) => `script-src ${source}`),
    ...Object.entries(wanted)
      .filter(([name, source]) => policy.get(name)?.join(' ') !== source)
      .map(([name]) => `${name} is not 'none'`),
    ...(/^'(?:none|self)'$/.test(policy.get('form-action')?.join(' ') ?? '') ? [] : ['form-action is open']),
  ];
}

// What the policy would refuse in a browser, and what one without the policy would run.
const inlineScripts = (html: string): string[] => [...html.matchAll(INLINE)].map(([found]) => found);
// A script element with text in it, a handler in an attribute, an address that is a script.
const INLINE = /<script(?![^>]*\bsrc=)[^>]*>\s*[^<\s]|\son\w+="|="javascript:/gi;

describe('every page', () => {
  test('has a policy without inline script, cannot be framed, and says little of where its reader came from', async () => {
    const pages = (await crawl(service)).filter(({ isPage }) => isPage);
    assert.ok(pages.length >= 15, `${pages.length} pages`);
    for (const { path, headers, text } of pages) {
      assert.deepEqual(faultsOf(policyOf(headers)), [], path);
      assert.deepEqual(inlineScripts(text), [], path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.match(headers.get('referrer-policy') ?? '', /^(?:no-referrer|same-origin)$/, path);
      assert.equal(headers.get('set-cookie'), null, path);
    }
    console.log(`headers: ${pages.length} pages`);
  });

  test('asks for https from now on where the service is reached by it, and only there', async () => {
    for (const { path, headers } of (await crawl(secure)).filter(({ isPage }) => isPage)) {
      const seconds = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1]);
      assert.ok(seconds >= YEAR_SECONDS, path);
    }
    for (const path of ENTRIES) {
      assert.equal((await load(service.url, path)).headers.get('strict-transport-security'), null, path);
    }
  });
});

test('every file that a page loads has its own type, which browsers must not guess at, and sets no cookie', async () => {
  const files = (await crawl(service)).filter(({ isPage }) => !isPage);
  assert.ok(files.length >= 4, `${files.length} files`);
  for (const { path, headers } of files) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.match(
      headers.get('content-type') ?? '',
      /^(?:text\/(?:css|javascript)|image\/|font\/|application\/wasm)/,
      path,
    );
    assert.equal(headers.get('set-cookie'), null, path);
  }
});

test('what storage sends is no page: it runs nothing, loads nothing, and is not guessed at', async () => {
  const shop = await service.newMerchant();
  const { fileUrl } = await upload(shop, '<script>alert(1)</script>');
  const { upload: ticket } = await startNew(shop, anUploadRequest());
  const answers = {
    'a file': await fetch(fileUrl ?? ''),
    'a refusal': await fetch(`${fileUrl}x`),
    'no such path': await fetch(new URL('/', fileUrl ?? '')),
    'a preflight': await fetch(ticket.url, { method: 'OPTIONS' }),
  };
  for (const [name, { headers }] of Object.entries(answers)) {
    const policy = policyOf(headers);
    assert.ok(policy.has('sandbox'), name);
    assert.deepEqual(policy.get('sandbox'), [], name);
    assert.deepEqual(policy.get('default-src'), ["'none'"], name);
    assert.equal(policy.has('script-src'), false, name);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', name);
    assert.doesNotMatch(headers.get('content-type') ?? '', /html|javascript|svg/, name);
    assert.equal(headers.get('set-cookie'), null, name);
  }
});

describe('the judge itself', () => {
  const judge = (policy: string): string[] => faultsOf(policyOf(new Headers({ 'content-security-policy': policy })));
  const GOOD = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

  test.each([
    [GOOD, []],
    [GOOD.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"), ["script-src 'unsafe-inline'"]],
    [GOOD.replace("script-src 'self'", 'script-src https:'), ['script-src https:']],
    [GOOD.replace("frame-ancestors 'none'; ", ''), ["frame-ancestors is not 'none'"]],
    [GOOD.replace("form-action 'self'", ''), ['form-action is open']],
  ])('%s', (policy, faults) => {
    assert.deepEqual(judge(policy), faults);
  });

  test('finds script in a page', () => {
    assert.deepEqual(inlineScripts('<script src="/a.js"></script><p class="one">'), []);
    assert.equal(inlineScripts('<script>1</script><p onclick="x"><a href="javascript:1">').length, 3);
  });
});

const ANSWERS: [string, string, RequestInit?][] = [
  ['JSON of the API', '/api/integrations/v1/openapi.json'],
  ['a refusal of the API', '/api/integrations/v1/media'],
  ['a refusal of the console', '/api/console/v1/me'],
  ['a wrong path', '/api/nothing'],
  ['a wrong method', '/api/integrations/v1/media', { method: 'DELETE' }],
  ['a redirect', '/docs/', { redirect: 'manual' }],
  ['health', '/readyz'],
];

describe('every answer', () => {
  test.each(ANSWERS)('has nosniff, and HSTS only over https: %s', async (_name, path, init) => {
    const headersOf = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(url + path, { ...init, headers })).headers;
    const HSTS = 'max-age=31536000';
    const hstsOf = async (url: string, headers?: Record<string, string>) =>
      (await headersOf(url, headers)).get('strict-transport-security');
    assert.equal((await headersOf(service.url)).get('x-content-type-options'), 'nosniff');
    assert.equal(await hstsOf(service.url), null);
    assert.equal(await hstsOf(secure.url), HSTS);
    // The tests' own address is a trusted proxy.
    assert.equal(await hstsOf(service.url, { 'x-forwarded-proto': 'https' }), HSTS);
    assert.equal(await hstsOf(secure.url, { 'x-forwarded-proto': 'http' }), null);
  });

  test('has nosniff where the request is no HTTP', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('nonsense\r\n\r\n');
    const answer = (await socket.toArray()).join('');
    assert.match(answer, /^HTTP\/1\.1 400 [^]*x-content-type-options: nosniff/);
  });
});
