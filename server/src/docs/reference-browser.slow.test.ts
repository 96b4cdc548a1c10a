import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { closePages, openBrowser } from '../../../tests/harness/browser.js';
import { findViolations } from '../../../tests/harness/find-violations.js';
import { startService, type Service } from '../../../tests/harness/service.js';

let browser: Browser;
let service: Service;
beforeAll(async () => {
  service = await startService();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await service.close();
});

test('the reference sends a request with a token to the server it came from, and nothing to anybody else', async () => {
  const { secret } = await service.newMerchant({
    tags: [{ id: '8092c519-9bef-4627-bc39-914355df64fe', name: 'Summer' }],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${service.url}/docs/reference#tag/tags/GET/tags`);
  await page.locator('input[placeholder="Token"]:visible').first().fill(secret);
  await page.getByRole('button', { name: /Test Request.*get \/tags/i }).click();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/integrations/v1/tags')),
    page
      .getByRole('button', { name: /^Send (?:Request|get )/i })
      .first()
      .click(),
  ]);
  assert.equal(answer.status(), 200);
  const outside = asked.filter((url) => !url.startsWith(service.url) && !/^(?:data|blob):/.test(url));
  assert.deepEqual(outside, []);
  await page.close();
});

test('a guide can be read on a phone without scrolling sideways, and asks nobody else', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of ['/docs', '/docs/uploads', '/docs/limits', '/docs/errors/storage_quota_exceeded']) {
    await page.goto(service.url + path);
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(sideways), 0, path);
  }
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(service.url)),
    [],
  );
  await page.close();
});

test.each(['light', 'dark'] as const)('the guides have no fault that axe can find, %s', async (colorScheme) => {
  // axe puts a script into the page, which its policy would refuse.
  const context = await browser.newContext({ colorScheme, bypassCSP: true });
  const page = await context.newPage();
  for (const path of ['/docs', '/docs/uploads', '/docs/errors']) {
    await page.goto(service.url + path);
    const violations = await findViolations(page);
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      [],
      path,
    );
  }
  await context.close();
});
