import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const KEEP = `(async () => {
  localStorage.setItem('kept', 'by a test');
  sessionStorage.setItem('kept', 'by a test');
  document.cookie = 'kept=by-a-test';
  await (await caches.open('kept')).put('/kept', new Response('by a test'));
  await new Promise((then) => (indexedDB.open('kept').onsuccess = ({ target }) => then(target.result.close())));
  history.pushState(null, '', '/kept');
  history.pushState(null, '', '/kept-too');
  addEventListener('beforeunload', (event) => event.preventDefault());
})()`;

const KEPT = `(async () => ({
  local: localStorage.getItem('kept'),
  session: sessionStorage.getItem('kept'),
  cookie: document.cookie.includes('kept'),
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).filter(({ name }) => name === 'kept'),
  hasHistory: history.length > 2,
  width: innerWidth,
  isDark: matchMedia('(prefers-color-scheme: dark)').matches,
}))()`;

const NOTHING = { local: null, session: null, cookie: false, caches: [], databases: [], hasHistory: false };

test('a tab that a test has closed is the next one’s, and nothing of the first is left in it', async () => {
  const { owner } = await it.newShop();
  const first = await it.openPage('/account', { person: owner });
  // A press, or the browser asks nobody whether what was typed may go.
  await first.page.getByLabel('Old password', { exact: true }).click();
  await first.page.evaluate(KEEP);
  const other = await first.page.context().newPage();
  await first.page.setViewportSize({ width: 390, height: 844 });
  await first.page.emulateMedia({ colorScheme: 'dark' });
  await first.page.route('**/sign-in/ways', (route) => route.abort());
  await first.page.context().setOffline(true);
  let heard = 0;
  first.page.on('request', () => (heard += 1));
  await first.close();
  const heardBefore = heard;

  const { page, faults } = await it.openPage('/sign-in');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(page, first.page);
  assert.equal(other.isClosed(), true);
  assert.deepEqual(await page.evaluate(KEPT), { ...NOTHING, width: 1440, isDark: false });
  assert.deepEqual([heard, faults], [heardBefore, []]);
});
