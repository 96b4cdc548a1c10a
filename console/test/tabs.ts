import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Tab = { readonly context: BrowserContext; readonly page: Page };

export type TabOptions = {
  readonly url: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  readonly permissions: string[];
};

// What tests listen to.
const EVENTS = ['console', 'dialog', 'download', 'filechooser', 'pageerror', 'popup'] as const;
const REQUEST_EVENTS = ['request', 'requestfailed', 'requestfinished', 'response'] as const;

// The tabs of a service's pages: one that a test has closed is the next one's at the same address, emptied.
export function createTabs(browser: Browser) {
  const left: (Tab & { readonly url: string })[] = [];
  return {
    async open(options: TabOptions): Promise<Tab & { readonly close: () => Promise<void> }> {
      const { url } = options;
      const at = left.findIndex((one) => one.url === url);
      const [kept] = at === -1 ? [] : left.splice(at, 1);
      const { context, page } = kept ?? (await newTab(browser, options));
      if (kept !== undefined) await look(page, options);
      const close = async (): Promise<void> => {
        await empty({ context, page }, url);
        left.push({ context, page, url });
      };
      return { context, page, close };
    },
  };
}

async function newTab(browser: Browser, { viewport, colorScheme, permissions }: TabOptions): Promise<Tab> {
  // Dates are written as this language does.
  const looks = { viewport, colorScheme, permissions, locale: 'en-GB', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext(looks);
  context.setDefaultTimeout(120_000);
  return { context, page: await context.newPage() };
}

// As it was opened, whatever a test has made of it.
async function look(page: Page, { viewport, colorScheme }: TabOptions): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

// A new tab costs as much as all that most tests do in it: a process, and a console that is read and compiled anew. What a
// test can have left in one is taken away: who listens and answers for the network, what is kept by the browser, where it
// was, and where the mouse is. The console's own files stay in the cache, as they do with whoever comes back.
async function empty({ context, page }: Tab, url: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const name of [...EVENTS, ...REQUEST_EVENTS]) page.removeAllListeners(name);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.mouse.up();
  await page.mouse.move(-10, -10);
  // Whatever was typed may be left. Only then is it emptied: a page that goes keeps what was typed.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${url}/readyz`);
  page.removeAllListeners('dialog');
  const devtools = await context.newCDPSession(page);
  await page.evaluate('sessionStorage.clear()');
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await context.clearCookies();
}
