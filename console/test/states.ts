import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newSession } from '../../tests/harness/console.js';
import { waitUntil, type TestConsole } from './console-browser.js';
import { fillLibrary } from './media-files.js';

// Every page, dialog and notice as a merchant sees it with real data. access.test.ts looks at each with axe, by day and by
// night, on a desk and on a phone; `npm run console:screens -- FOLDER` keeps a picture of each. A new page or dialog
// belongs in here.

export type World = Awaited<ReturnType<typeof newWorld>>;

export type State = {
  readonly name: string;
  readonly path: (world: World) => string;
  // Whose page it is; nobody's before the sign-in.
  readonly person?: 'owner' | 'staff' | 'newcomer' | 'nobody';
  // Brings the page to what is to be seen, and waits for it.
  readonly arrange?: (page: Page) => Promise<unknown>;
};

const at = (path: string) => (): string => path;
const seeText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialogOf = (page: Page) => page.getByRole('dialog');

export const waitForPictures = (page: Page): Promise<void> =>
  waitUntil(
    page,
    '[...document.querySelectorAll("main img")].filter((one) => one.getBoundingClientRect().top < innerHeight).every((one) => one.complete && one.naturalWidth > 0)',
  );

export const STATES: readonly State[] = [
  { name: 'sign-in', path: at('/sign-in'), person: 'nobody' },
  {
    name: 'sign-in-refused',
    path: at('/sign-in'),
    person: 'nobody',
    arrange: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await press(page, 'Sign in');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'join', path: ({ joinPath }) => joinPath, person: 'nobody', arrange: seeText('Your name') },
  { name: 'join-gone', path: at('/join#nothing'), person: 'nobody', arrange: seeText('This link no longer works') },
  { name: 'not-found', path: at('/no/such/page') },
  { name: 'not-there', path: at(`/playlists/${randomUUID()}`), arrange: seeText('The playlist is not there') },
  { name: 'not-allowed', path: at('/settings/people'), person: 'staff' },
  { name: 'media', path: at('/media'), arrange: waitForPictures },
  { name: 'media-empty', path: at('/media'), person: 'newcomer' },
  {
    name: 'media-add-page',
    path: at('/media'),
    arrange: async (page) => {
      await press(page, /web page/i);
      await dialogOf(page).getByRole('button', { name: 'Add' }).click();
      await seeText('Type a whole address')(page);
    },
  },
  { name: 'media-item', path: ({ mediaId }) => `/media/${mediaId}`, arrange: waitForPictures },
  { name: 'media-film', path: ({ filmId }) => `/media/${filmId}`, arrange: waitForPictures },
  { name: 'playlists', path: at('/playlists'), arrange: seeText('Morning') },
  { name: 'playlists-empty', path: at('/playlists'), person: 'newcomer' },
  {
    name: 'playlist-new',
    path: at('/playlists'),
    arrange: async (page) => {
      await press(page, 'New playlist');
      await dialogOf(page).getByLabel('Name').fill('Evening');
    },
  },
  {
    name: 'playlist',
    path: ({ playlistId }) => `/playlists/${playlistId}`,
    arrange: async (page) => {
      await seeText('Used in')(page);
      await waitForPictures(page);
    },
  },
  {
    name: 'playlist-leaving',
    path: ({ playlistId }) => `/playlists/${playlistId}`,
    arrange: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Typed and not saved');
      await page.getByRole('link', { name: 'Playlists', exact: true }).first().click();
      await dialogOf(page).getByRole('button', { name: 'Stay' }).waitFor();
    },
  },
  { name: 'campaigns', path: at('/campaigns'), arrange: seeText('Summer') },
  { name: 'campaigns-empty', path: at('/campaigns'), person: 'newcomer' },
  { name: 'campaign', path: ({ lineageId }) => `/campaigns/${lineageId}`, arrange: seeText(/version 1/i) },
  { name: 'activity', path: at('/activity'), arrange: seeText('Show all') },
  {
    name: 'activity-open',
    path: at('/activity'),
    arrange: async (page) => {
      await press(page, /^Show all/);
      await seeText('Show together')(page);
    },
  },
  {
    name: 'integrations',
    path: at('/settings/integrations'),
    arrange: async (page) => {
      await press(page, 'Usage of Web shop');
      await seeText(/requests in 30 days/)(page);
    },
  },
  {
    name: 'integrations-new',
    path: at('/settings/integrations'),
    arrange: async (page) => {
      await press(page, 'New token');
      await page.getByLabel('Name').fill('Till');
    },
  },
  {
    name: 'integrations-value',
    path: at('/settings/integrations'),
    arrange: async (page) => {
      await press(page, 'Rotate Web shop');
      await dialogOf(page).getByRole('button', { name: 'Rotate' }).click();
      await seeText('It is shown only now')(page);
    },
  },
  {
    name: 'integrations-revoke',
    path: at('/settings/integrations'),
    arrange: (page) => press(page, /^Revoke/),
  },
  { name: 'account', path: at('/account'), arrange: seeText('This browser') },
  {
    name: 'account-refused',
    path: at('/account'),
    arrange: async (page) => {
      await page.getByLabel('Old password', { exact: true }).fill('not my password at all');
      await page.getByLabel('New password', { exact: true }).fill('bread at four in the morning');
      await press(page, 'Change password');
      await seeText('This is not your password')(page);
    },
  },
  { name: 'merchant', path: at('/settings/merchant'), arrange: seeText('Storage') },
  {
    name: 'merchant-saved',
    path: at('/settings/merchant'),
    arrange: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill(`Corner Bakery ${randomUUID().slice(0, 4)}`);
      await press(page, 'Save');
      await seeText('Saved.')(page);
    },
  },
  {
    name: 'merchant-offline',
    path: at('/settings/merchant'),
    arrange: async (page) => {
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Typed while offline');
      await page.context().setOffline(true);
      await press(page, 'Save');
      await page
        .getByRole('alert')
        .getByText(/You are offline/)
        .waitFor();
      await page.context().setOffline(false);
    },
  },
  { name: 'people', path: at('/settings/people'), arrange: seeText('window@example.com') },
  {
    name: 'people-invited',
    path: at('/settings/people'),
    arrange: async (page) => {
      await press(page, 'Invite somebody');
      await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
      await press(page, 'Create link');
      await page.getByLabel('Link', { exact: true }).waitFor();
    },
  },
  {
    name: 'person-menu',
    path: at('/settings/people'),
    arrange: async (page) => {
      await press(page, 'Account of Olga Owner');
      await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor();
    },
  },
  {
    name: 'help',
    path: at('/settings/people'),
    arrange: async (page) => {
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    name: 'commands',
    path: at('/settings/people'),
    arrange: async (page) => {
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByLabel('A page, or what to search for').fill('p');
      await page.getByRole('option', { name: 'Playlists', exact: true }).waitFor();
    },
  },
];

// A bakery with everything in it, and one that begins today.
export async function newWorld(it: TestConsole) {
  const shop = await it.newShop();
  const { owner } = shop;
  const media = await fillLibrary(it.service, shop);
  const [playlistId, lineageId] = [randomUUID(), randomUUID()];
  const items = media.slice(0, 6).map((mediaId) => ({ mediaId, ownSeconds: null }));
  const done = async ({ status }: { status: number }) => assert.equal(status, 200);
  await done(await owner.post('/playlists', { id: playlistId, name: 'Morning', items }));
  const flight = { start: '2026-06-01', end: '2026-06-30' };
  await done(await owner.post('/campaigns', { lineageId, name: 'Summer', landscapePlaylistId: playlistId, flight }));
  const { json } = await owner.get(`/campaigns/${lineageId}/publish`);
  const seen = { revision: json['revision'], contentHash: json['contentHash'] };
  await done(await owner.post(`/campaigns/${lineageId}/publish`, seen));
  // Two of a kind, one after the other, which the activity shows as one line.
  for (const [name, start] of [
    ['Autumn', '2026-09-01'],
    ['Winter', '2026-12-01'],
  ]) {
    await done(await owner.post('/campaigns', { lineageId: randomUUID(), name, flight: { start, end: null } }));
  }
  await done(await owner.post('/invitations', { email: 'window@example.com', role: 'staff' }));
  await done(await owner.post('/tokens', { name: 'Till', scopes: ['tags:read'], days: 30 }));
  for (const path of ['/media', '/tags', '/campaigns']) await shop.get(path);
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@example.com`, role: 'admin' });
  const { hash } = new URL(String(invited.json['link']));
  const [mediaId, filmId] = [media[0], media[5]];
  // Another browser of hers, for the account's page.
  await newSession(it.service, owner.id);
  const newcomer = (await it.newShop({ merchant: { name: 'New Shop' } })).owner;
  return { ...shop, newcomer, playlistId, lineageId, mediaId, filmId, joinPath: `/join${hash}` };
}
