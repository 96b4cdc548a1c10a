import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@vitrine/contract/time-units';
import { until } from '../../tests/harness/until.js';
import { startScreens, type TestScreen, type TestScreens } from './screen-browser.js';

let app: TestScreens;
beforeAll(async () => void (app = await startScreens()));
afterAll(() => app.close());

// The service's day, and the days around it.
const dayAt = (ms = 0): string => new Date(app.service.clock.now() + ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
const onDay = (day: string) => ({ flight: { start: day, end: day } });

const CLOCK_FAULT = [{ mediaId: null, kind: 'clock' }];
const tells = ({ beats }: TestScreen, faults: readonly object[]): boolean =>
  JSON.stringify(beats.at(-1)?.faults) === JSON.stringify(faults);

const deviceClock = (screen: TestScreen): Promise<number> => screen.page.evaluate<number>('Date.now()');
const keepsPage = (screen: TestScreen) => screen.page.evaluate('navigator.serviceWorker.ready.then(() => true)');

test('a device two days ahead plays what is on today, also after a reload without network', async () => {
  const shop = await app.newShop();
  await shop.publish('Today', [await shop.newPicture('Today')], onDay(dayAt()));
  await shop.publish('Later', [await shop.newPicture('Later')], onDay(dayAt(2 * DAY_MS)));
  const screen = await app.openScreen({ aheadMs: 2 * DAY_MS });
  await screen.pair(shop);
  await screen.isShown('Today');
  await screen.pass(5_000);
  await until(() => tells(screen, CLOCK_FAULT));
  await until(async () => JSON.stringify((await shop.screens())[0]?.faults).includes('"clock"'));
  await keepsPage(screen);
  await screen.goOffline();
  await screen.page.reload();
  await screen.isShown('Today');
  assert.equal(await screen.page.locator('.layer [alt="Later"]').count(), 0);

  // Set right, it is well again.
  await screen.goOnline();
  await screen.page.clock.setSystemTime((await deviceClock(screen)) - 2 * DAY_MS);
  await until(() => tells(screen, []));
  assert.equal(await screen.page.locator('.layer.shown [alt="Today"]').count(), 1);
  await screen.close();
});

test('a clock that is set while the screen plays changes nothing on the wall', async () => {
  const shop = await app.newShop();
  await shop.publish('Today', [await shop.newPicture('Today')], onDay(dayAt()));
  const screen = await app.openScreen();
  await screen.pair(shop);
  await screen.isShown('Today');
  await screen.page.evaluate(`
    globalThis.leftTheWall = 0;
    new MutationObserver(() => {
      if (document.querySelector('.layer.shown [alt="Today"]') === null) leftTheWall += 1;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });`);
  for (const ms of [3 * DAY_MS, -3 * DAY_MS]) {
    await screen.page.clock.setSystemTime((await deviceClock(screen)) + ms);
    await until(() => tells(screen, ms > 0 ? CLOCK_FAULT : []));
  }
  assert.equal(await screen.page.evaluate('leftTheWall'), 0);
  await screen.close();
});

test('a device that slept without network wakes up to what is on then', async () => {
  const shop = await app.newShop();
  await shop.publish('Today', [await shop.newPicture('Today')], onDay(dayAt()));
  await shop.publish('Tomorrow', [await shop.newPicture('Tomorrow')], onDay(dayAt(DAY_MS)));
  const screen = await app.openScreen();
  await screen.pair(shop);
  await screen.isShown('Today');
  await screen.goOffline();
  // As a browser sees it whose steady clock stops in sleep.
  await screen.page.clock.setSystemTime((await deviceClock(screen)) + DAY_MS);
  await screen.isShown('Tomorrow');
  assert.equal(await screen.page.locator('.layer.shown [alt="Today"]').count(), 0);
  await screen.close();
});

test('a wrong clock is corrected though each answer takes longer than 5 seconds', async () => {
  const shop = await app.newShop();
  await shop.publish('Today', [await shop.newPicture('Today')], onDay(dayAt()));
  const screen = await app.openScreen({ aheadMs: -2 * DAY_MS });
  await screen.pair(shop);
  await screen.isShown('Today');
  await screen.context.route('**/api/screens/v1/**', async (route) => {
    if (/[?&]wait=[1-9]/.test(route.request().url())) return route.continue();
    const response = await route.fetch();
    await screen.page.clock.fastForward(8_000);
    await route.fulfill({ response });
  });
  await keepsPage(screen);
  await screen.page.clock.setSystemTime((await deviceClock(screen)) + 10 * DAY_MS);
  await screen.page.reload();
  await screen.isShown('Today');
  assert.equal(await screen.page.getByText('Nothing is on').count(), 0);
  await screen.context.unrouteAll({ behavior: 'wait' });
  await screen.close();
});

test('the wall says that the clock is wrong when nothing is on because of it', async () => {
  const shop = await app.newShop();
  await shop.publish('Tomorrow', [await shop.newPicture('Tomorrow')], onDay(dayAt(DAY_MS)));
  const screen = await app.openScreen();
  await screen.pair(shop);
  await screen.page.getByText('Window · Nothing is on right now').waitFor();
  await keepsPage(screen);
  await screen.goOffline();
  // Switched off for a night, the device starts with the time of years ago, and nobody tells it another.
  await screen.page.clock.setSystemTime((await deviceClock(screen)) - 1000 * DAY_MS);
  await screen.page.reload();
  await screen.page.getByText("Window · This device's clock is wrong. Set its date and time.").waitFor();
  app.service.clock.advance(DAY_MS);
  await screen.goOnline();
  await until(async () => {
    await screen.page.clock.fastForward(MINUTE_MS);
    return (await screen.page.locator('.layer.shown [alt="Tomorrow"]').count()) === 1;
  });
  assert.equal(await screen.page.locator('#page').textContent(), '');
  await screen.close();
});
