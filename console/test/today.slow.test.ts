import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { aCampaign, aPublished, aVersion } from '../../tests/harness/content.js';
import { startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const live = (name: string, start: string | null, end: string | null) =>
  aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start, end } })] });

test('a merchant who begins is led by five steps, which are ticked off', async () => {
  const shop = await it.newShop();
  const { page, faults, close } = await it.openPage('/', { person: shop.staff });
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  await page.getByText(/Monday,? 15 June 2026/).waitFor();
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 5 are done.').waitFor();
  await steps.getByRole('link', { name: 'To the media' }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  const body = { id: crypto.randomUUID(), name: 'Menu', url: 'https://example.com/menu' };
  await shop.staff.post('/media/pages', body);
  await page.getByRole('navigation').getByRole('link', { name: 'Today' }).click();
  await steps.getByText('1 of 5 are done.').waitFor();
  assert.equal(await steps.getByRole('listitem').first().getByLabel('Done', { exact: true }).count(), 1);
  await steps.getByRole('link', { name: 'To the playlists' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('what is on in the order of the turns, what comes next, and it follows the clock', async () => {
  const shop = await it.newShop({
    campaigns: [
      live('bakery', null, null),
      live('Apples', '2026-06-01', '2026-06-20'),
      live('Tonight', '2026-06-15T18:00', null),
      aCampaign({ name: 'Edited', liveVersion: 1, versions: [aPublished(), aVersion({ version: 2 })] }),
    ],
  });
  const { page, faults, close } = await it.openPage('/today', { person: shop.staff });
  const names = () => page.getByRole('list', { name: 'On now' }).locator('.playing-name').allInnerTexts();
  await page.getByText('3 campaigns take turns in this order').waitFor();
  assert.deepEqual(await names(), ['Apples', 'bakery', 'Edited']);
  const next = page.getByRole('region', { name: 'The next seven days' });
  assert.deepEqual(
    (await next.getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' ').replace('Sat, 20', 'Sat 20'),
    ),
    ['Starts Tonight today, 18:00', 'Ends Apples Sat 20 Jun'],
  );
  await page.getByRole('region', { name: 'Changes not published' }).getByRole('link', { name: 'Edited' }).waitFor();
  it.service.clock.set('2026-06-21T10:00:00.000Z');
  await page.reload();
  await page.getByText(/Sunday,? 21 June 2026/).waitFor();
  assert.deepEqual(await names(), ['bakery', 'Edited', 'Tonight']);
  it.service.clock.set('2026-06-15T12:00:30.000Z');
  assert.deepEqual(faults, []);
  await close();
});
