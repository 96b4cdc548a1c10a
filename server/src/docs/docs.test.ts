import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { startService, useService } from '../../../tests/harness/service.js';
import { loadPages } from './render-markdown.js';

const service = useService();

const pages = [...loadPages().values()].filter(({ slug }) => slug !== 'reference');
const addressOf = (slug: string): string => `/docs${slug === '' ? '' : `/${slug}`}`;
const load = async (path: string) => {
  const response = await fetch(service.url + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('the guides', () => {
  test('are pages in HTML that may load nothing from elsewhere and stand in no frame', async () => {
    for (const { slug, title } of pages) {
      const { status, headers, text } = await load(addressOf(slug));
      assert.equal(status, 200, slug);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      assert.ok(text.includes(`<h1>${title}</h1>`), slug);
      assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\/|<script>|\sstyle="|\son\w+="/, slug);
    }
  });

  test('name the address of the server that they come from', async () => {
    const own = await startService({ baseUrl: 'https://signage.example.org' });
    const texts = new Map<string, string>();
    for (const { slug } of pages) texts.set(slug, await (await fetch(own.url + addressOf(slug))).text());
    await own.close();
    assert.ok(texts.get('quick-start')?.includes('VITRINE_URL=https://signage.example.org\n'));
    assert.ok(!texts.get('quick-start')?.includes('127.0.0.1'));
    for (const [slug, text] of texts) assert.ok(!text.includes('127.0.0.1:8080'), slug);
  });

  test('have no link that leads nowhere, and no heading that is missing', async () => {
    const loaded = new Map<string, string>();
    for (const { slug } of pages) {
      const { text } = await load(addressOf(slug));
      for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const target = new URL(href, service.url + addressOf(slug));
        const path = target.pathname + target.search;
        const found = loaded.get(path) ?? (await requirePage(path));
        loaded.set(path, found);
        assert.ok(found.length > 0, path);
        if (target.hash !== '') assert.ok(found.includes(`id="${target.hash.slice(1)}"`), `${slug}: ${href}`);
      }
    }
    assert.ok(loaded.size > pages.length, 'pages, styles and scripts were followed');
  });

  test('of which there is none is a 404', async () => {
    for (const path of ['/docs/nothing', '/docs/errors/nothing', '/docs/assets/nothing.js', '/docs/../package.json']) {
      assert.equal((await load(path)).status, 404, path);
    }
  });
});

describe('the reference', () => {
  test('comes from here alone: no outside address, no script in the page, and nothing that asks elsewhere', async () => {
    const { status, headers, text } = await load('/docs/reference');
    assert.equal(status, 200);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
      assert.ok(policy.split('; ').includes(rule), rule);
    }
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.doesNotMatch(text, /https?:\/\//);
    assert.match(text, /data-url="\/api\/integrations\/v1\/openapi\.json"/);
    const settings: unknown = JSON.parse(
      /data-configuration="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '',
    );
    assert.deepEqual(pick(settings, ['withDefaultFonts', 'telemetry', 'agent', 'mcp', 'persistAuth']), {
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      persistAuth: false,
    });
  });

  test("is Scalar's own bundle, packed and kept by the browser", async () => {
    const { text } = await load('/docs/reference');
    const path = /src="(\/docs\/assets\/scalar\.js[^"]+)"/.exec(text)?.[1] ?? '';
    const { status, headers, text: script } = await load(path);
    assert.equal(status, 200);
    assert.equal(headers.get('content-encoding'), 'gzip');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.ok(script.length > 1_000_000);
  });
});

async function requirePage(path: string): Promise<string> {
  const { status, text } = await load(path);
  assert.equal(status, 200, path);
  return text;
}

const pick = (value: unknown, keys: readonly string[]): unknown =>
  Object.fromEntries(keys.map((key) => [key, Reflect.get(Object(value), key)]));
