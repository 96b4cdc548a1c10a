import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { closePages, openBrowser } from '../../tests/harness/browser.js';
import { newPerson } from '../../tests/harness/console.js';
import { findFreePort } from '../../tests/harness/free-port.js';
import { startCompanyProvider, type CompanyProvider } from '../../tests/harness/oidc-provider.js';
import { startService, type Service, type Shop } from '../../tests/harness/service.js';
import { requireNoFault } from './console-browser.js';
import { openConsoleDist } from './console-dist.js';

let browser: Browser;
let dist: Awaited<ReturnType<typeof openConsoleDist>>;
let provider: CompanyProvider;
let service: Service;
let shop: Shop;

beforeAll(async () => {
  // The company sends the browser back to BASE_URL, so that the port must be known before anything starts.
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  dist = await openConsoleDist();
  provider = await startCompanyProvider({ baseUrl });
  service = await startService({ consoleDist: dist, company: provider.config(), baseUrl, port });
  shop = await service.newMerchant();
  browser = await openBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await service.close();
  await provider.close();
});

async function openPage(path: string, { secret, width = 1440 }: { secret?: string; width?: number } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  if (secret !== undefined) {
    await context.addCookies([{ name: 'vitrine_session', value: secret, url: service.url, httpOnly: true }]);
  }
  const page = await context.newPage();
  await page.goto(service.url + path);
  return page;
}

const OLA = { sub: 'ola', email: 'ola@flour.example', email_verified: true, name: 'Ola Baker' };

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Olga Owner/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
}

test('somebody connects the account of the company, comes in with it, shows there that it is them, and leaves at both', async () => {
  const { secret } = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  provider.seat(OLA);
  const page = await openPage('/account', { secret });
  const section = page.getByRole('region', { name: 'Sign in with Flour & Co' });
  await section.getByRole('button', { name: 'Connect Flour & Co' }).click();
  await section.getByText('ola@flour.example is connected').waitFor();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with Flour & Co' }).click();
  await page.waitForURL('**/today');

  // A while later, what is dangerous asks; the company answers in a window of its own.
  await page.goto(`${service.url}/account`);
  service.clock.advance(10 * 60_000);
  await section.getByRole('button', { name: 'Disconnect' }).click();
  await page
    .getByRole('dialog', { name: 'Disconnect Flour & Co?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Show it at Flour & Co' }).click();
  await section.getByRole('button', { name: 'Connect Flour & Co' }).waitFor();

  await signOut(page);
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${service.url}/sign-in**`);
  await page.getByRole('button', { name: 'Sign in with Flour & Co' }).click();
  await page.getByRole('alert').getByText('Nobody here has this account').waitFor();
  assert.equal(await page.getByLabel('Email').isVisible(), true);
});

test('an invitation is refused for another email, with words, and accepted with the right one; on a phone it looks right', async () => {
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const invited = await owner.post('/invitations', { email: 'new@flour.example', role: 'staff' });
  provider.seat({ ...OLA, sub: 'other' });
  const page = await openPage(
    new URL(String(invited.json['link'])).pathname + new URL(String(invited.json['link'])).hash,
    {
      width: 390,
    },
  );
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.getByRole('button', { name: 'Join with Flour & Co' }).click();
  await page.getByRole('alert').getByText('The invitation is for another email').waitFor();
  await requireNoFault(page, faults, 'join');
  // Another person sits there.
  await page.context().clearCookies({ domain: '127.0.0.1', path: '/' });
  provider.seat({ sub: 'new', email: 'New@flour.example', email_verified: true, name: 'Nina New' });
  await page.getByRole('button', { name: 'Join with Flour & Co' }).click();
  await page.waitForURL('**/today');
  assert.deepEqual(faults, []);
});
