import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { closePages, INSECURE_HOST, openBrowser } from '../../tests/harness/browser.js';
import { newPerson, type TestPerson } from '../../tests/harness/console.js';
import { findViolations, type Asked } from '../../tests/harness/find-violations.js';
import { startService, type ArchiveParts, type Service } from '../../tests/harness/service.js';
import { openConsoleDist } from './console-dist.js';
import { createTabs } from './tabs.js';

export const WIDTHS = [390, 1440] as const;
export const SCHEMES = ['light', 'dark'] as const;
type Width = (typeof WIDTHS)[number];
type Scheme = (typeof SCHEMES)[number];

export type Look = {
  // Whose cookie the browser has; nobody's when left out.
  readonly person?: Pick<TestPerson, 'secret'>;
  readonly width?: Width;
  readonly scheme?: Scheme;
  // Over plain http from another machine, where browsers keep some of what they can do to themselves.
  readonly isInsecure?: boolean;
  // Under localhost, the one name that passkeys are for without https.
  readonly isLocalhost?: boolean;
};

type ConsoleOptions = Pick<NonNullable<Parameters<typeof startService>[0]>, 'limits' | 'mail' | 'outside'>;

// The whole service with its console, and a real browser to open it in.
export async function startConsole(options: ConsoleOptions = {}) {
  const service = await startService({ ...options, consoleDist: await openConsoleDist() });
  const browser = await openBrowser();
  const tabs = createTabs(browser);
  return {
    service,
    browser,
    // A merchant with an owner, an admin and somebody of the staff, all signed in.
    newShop: (parts?: ArchiveParts) => newShop(service, parts),
    openPage: (path: string, look: Look = {}) => openPage(tabs, urlFor(service.url, look), path, look),
    async close() {
      await closePages(browser);
      await service.close();
    },
  };
}

function urlFor(url: string, { isInsecure = false, isLocalhost = false }: Look): string {
  if (isInsecure) return url.replace('127.0.0.1', INSECURE_HOST);
  return isLocalhost ? url.replace('127.0.0.1', 'localhost') : url;
}

export type TestConsole = Awaited<ReturnType<typeof startConsole>>;

async function newShop(service: Service, parts?: ArchiveParts) {
  const shop = await service.newMerchant(parts);
  return {
    ...shop,
    owner: await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner'),
    admin: await newPerson(service, { [shop.id]: 'admin' }, 'Adam Admin'),
    staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff'),
  };
}

export type OpenPage = {
  readonly page: Page;
  // What the browser complained of: refused by the policy, thrown by a script, files that are missing.
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
};

type Tabs = ReturnType<typeof createTabs>;

async function openPage(tabs: Tabs, url: string, path: string, look: Look): Promise<OpenPage> {
  const { person, width = 1440, scheme = 'light' } = look;
  const viewport = { width, height: HEIGHTS[width] };
  // Insecure pages have no clipboard to be permitted.
  const permissions = look.isInsecure === true ? [] : ['clipboard-read', 'clipboard-write'];
  const { context, page, close } = await tabs.open({ url, viewport, colorScheme: scheme, permissions });
  if (person !== undefined) {
    await context.addCookies([{ name: 'vitrine_session', value: person.secret, url, httpOnly: true }]);
  }
  const faults = collectFaults(page, url);
  await page.goto(url + path);
  // A tab keeps the authenticator that it was given: nobody else has that one.
  return { page, faults, close: look.isLocalhost === true ? () => context.close() : close };
}

// An answer of the API that says no is told in the browser's log too; that is what some tests are about.
function collectFaults(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.location().url.startsWith(`${url}/api/`) || isLostObject(message.location().url)) return;
    if (UNUSED_YET.test(message.text())) return;
    faults.push(message.text());
  });
  return faults;
}

// What a page fetches ahead and a busy machine has not come to use within three seconds.
const UNUSED_YET = /was preloaded using link preload but not used within a few seconds/;

// Most archives of the tests come without bytes: what would be there is looked for, such as for a thumbnail, and missing.
const isLostObject = (url: string): boolean => /\/[0-9a-f]{40}\.\w+\?/.test(url);

export const HEIGHTS = { 390: 844, 1440: 900 } as const;

const NAMED =
  '[...document.querySelectorAll("[role=dialog]")].every((one) => one.ariaLabel ?? one.getAttribute("aria-labelledby"))';

// The list below an open control hangs at the end of the page, outside its landmarks; the control leads to it.
export async function requireNoFault(
  page: Page,
  faults: readonly string[],
  where: string,
  asked: Asked = {},
): Promise<void> {
  // A dialog has its name a moment after its title is drawn.
  await waitUntil(page, NAMED);
  const found = (await findViolations(page, asked))
    .map(({ id, nodes }) => [id, nodes.filter(({ html }) => id !== 'region' || !html.includes('data-portal'))] as const)
    .filter(([, nodes]) => nodes.length > 0)
    .map(([id, [node]]) => [id, node?.html, node?.failureSummary]);
  assert.deepEqual(found, [], where);
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(sideways), 0, `${where} scrolls sideways`);
  assert.deepEqual(faults, [], where);
}

// Asked from outside: the page's policy lets nobody evaluate a text inside it, not even a test.
export async function waitUntil(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(`Boolean(${expression})`), { interval: 50 }).toBe(true);
}

// The letters have come, and what was changed a moment ago is drawn: whoever measures now and points there later finds it. A
// browser beside many others may draw nothing until something changes, and is not waited for without end.
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(
    `document.fonts.ready.then(() => new Promise((then) => {
      requestAnimationFrame(() => requestAnimationFrame(then));
      setTimeout(then, 30_000);
    }))`,
  );

// Its button says for two seconds that it has copied: watched from inside, so that it is seen however late we look. A
// function and no text: a text that is a function is not called there.
export async function pressCopy(place: Page | Locator, name: string): Promise<void> {
  const button = await place.getByRole('button', { name, exact: true }).elementHandle();
  assert.ok(button);
  const said = button.evaluate((shown) => {
    const { MutationObserver } = shown.ownerDocument.defaultView;
    return new Promise<void>((then) => {
      const look = (): void => void (shown.textContent === 'Copied' && then());
      new MutationObserver(look).observe(shown, { subtree: true, childList: true, characterData: true });
    });
  });
  await button.click();
  await said;
}

// A notice goes by itself after some seconds; one below a pointer stays until it is closed.
export const holdNotice = (page: Page): Promise<void> =>
  page.locator('.mantine-Notifications-notification').last().dispatchEvent('mouseover');

// In the browser, as a telephone or a laptop has one. It says yes to everything, or that nobody showed a finger or a PIN.
export async function addAuthenticator(page: Page, { isUserVerified = true } = {}): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}
