import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { addAiKeyUsage } from '../../server/src/usage/queries.js';
import { newAiKey } from '../../tests/harness/ai-keys.js';
import { askedFor, connectProgram } from '../../tests/harness/connections.js';
import { newPerson, newSession, PERSON_PASSWORD } from '../../tests/harness/console.js';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion, aVideo } from '../../tests/harness/content.js';
import { codeOf, giveApp, givePasskey, giveRecoveryCodes } from '../../tests/harness/second-factors.js';
import { A_BEAT, newScreen, type TestScreen } from '../../tests/harness/screens.js';
import { aToken } from '../../tests/harness/service.js';
import { publish } from '../../tests/harness/studio.js';
import { until } from '../../tests/harness/until.js';
import { newWebhook } from '../../tests/harness/webhooks.js';
import { addAuthenticator, settle, holdNotice, waitUntil, type TestConsole } from './console-browser.js';
import { dropFiles } from './drop-files.js';
import { aJpeg, fillLibrary } from './media-files.js';

// Every page, dialog and notice as a merchant sees it with real data. access.test.ts looks at each with axe, by day and by
// night, on a desk and on a phone; `npm run tool -- screenshots FOLDER` keeps a picture of each. A new page or dialog
// belongs in here.

export type World = Awaited<ReturnType<typeof newWorld>>;

// One page that is loaded once, and what is done on it in this order.
export type Walk = {
  readonly path: (world: World) => string;
  // Whose page it is; nobody's before the sign-in.
  readonly person?:
    | 'owner'
    | 'admin'
    | 'staff'
    | 'newcomer'
    | 'collector'
    | 'exporter'
    | 'both'
    | 'guarded'
    | 'alone'
    | 'nobody';
  // Under the one name that passkeys are for without https.
  readonly isLocalhost?: boolean;
  readonly sights: readonly [Sight, ...Sight[]];
};

export type Sight = {
  readonly name: string;
  // Brings the page to what is to be seen, and waits for it.
  readonly arrange?: (page: Page, world: World) => Promise<unknown>;
  // What is new of it: the page around it was looked at before.
  readonly part?: string;
  // What is there on a phone only.
  readonly isNarrow?: true;
};

const DIALOG = '[role=dialog]';
const MENU = '[role=menu]';
const NOTICE = '.mantine-Notifications-notification';

const at = (path: string) => (): string => path;
const seeText = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const pick = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();

// Twice where a field's list is open: the first closes that.
async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await settle(page);
  if ((await dialogOf(page).count()) > 0) await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
}

async function leaveMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

export const waitForPictures = (page: Page): Promise<void> =>
  waitUntil(
    page,
    '[...document.querySelectorAll("main img")].filter((one) => one.getBoundingClientRect().top < innerHeight).every((one) => one.complete && one.naturalWidth > 0)',
  );

const OUTSIDE: readonly Walk[] = [
  {
    path: at('/sign-in'),
    person: 'nobody',
    sights: [
      { name: 'sign-in' },
      {
        name: 'sign-in-refused',
        arrange: async (page) => {
          await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
          await page.getByLabel('Password', { exact: true }).fill('not the password');
          await press(page, 'Sign in');
          await page.getByRole('alert').waitFor();
        },
      },
      {
        name: 'sign-in-second-step',
        arrange: async (page, { staff }) => {
          await page.getByLabel('Email', { exact: true }).fill(staff.email);
          await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
          await press(page, 'Sign in');
          await page.getByLabel('Code', { exact: true }).waitFor();
        },
      },
      {
        name: 'sign-in-recovery',
        arrange: async (page) => {
          await press(page, 'Use a recovery code');
          await page.getByLabel('Recovery code').fill('wrong');
          await press(page, 'Sign in');
          await page.getByRole('alert').waitFor();
        },
      },
    ],
  },
  {
    path: ({ joinPath }) => joinPath,
    person: 'nobody',
    sights: [
      { name: 'join', arrange: seeText('Your name') },
      {
        name: 'join-weak',
        arrange: async (page) => {
          await page.getByLabel('Your name').fill('Nora New');
          await page.getByLabel('New password', { exact: true }).fill('Password2026!');
          await press(page, /^Join/);
          await seeText('This is one of the passwords that are tried first')(page);
        },
      },
    ],
  },
  {
    // As if nobody had made a merchant yet; first-run.test.ts goes the whole way.
    path: at('/first-run#printed'),
    person: 'nobody',
    sights: [
      {
        name: 'first-run',
        arrange: async (page, { now }) => {
          const json = { expiresAt: new Date(now() + 3_600_000).toISOString() };
          await page.route('**/first-run/look', (route) => route.fulfill({ json }));
          await page.reload();
          await seeText('Your business')(page);
        },
      },
      {
        name: 'first-run-gone',
        arrange: async (page) => {
          await page.getByLabel('Your business').fill('Corner Bakery');
          await page.getByLabel('Your name').fill('Fay First');
          await page.getByLabel('Email').fill('fay@example.com');
          await page.getByLabel('New password', { exact: true }).fill('a sentence for the first day');
          await press(page, 'Create');
          await seeText('This address no longer works')(page);
          await page.unroute('**/first-run/look');
        },
      },
    ],
  },
  {
    path: ({ resetPath }) => resetPath,
    person: 'nobody',
    sights: [
      { name: 'reset', arrange: (page) => page.getByLabel('New password', { exact: true }).waitFor() },
      {
        name: 'reset-weak',
        arrange: async (page) => {
          await page.getByLabel('New password', { exact: true }).fill('qwertyuiop');
          await press(page, 'Save the new password');
          await seeText('Characters in a row')(page);
        },
      },
    ],
  },
  {
    path: at('/reset#nothing'),
    person: 'nobody',
    sights: [{ name: 'reset-gone', arrange: seeText('This link no longer works') }],
  },
  {
    path: at('/sign-in?to=/media'),
    person: 'nobody',
    sights: [
      {
        name: 'first-run-needed',
        arrange: async (page) => {
          const json = { company: null, onlyCompany: false, mail: false, isEmpty: true };
          await page.route('**/sign-in/ways', (route) => route.fulfill({ json }));
          await page.reload();
          await seeText('Almost ready')(page);
          await page.unroute('**/sign-in/ways');
        },
      },
    ],
  },
  {
    path: at('/forgot'),
    person: 'nobody',
    sights: [{ name: 'forgot-without-mail', arrange: seeText('This service sends no mail') }],
  },
  {
    path: at('/today'),
    person: 'alone',
    sights: [
      { name: 'no-merchant', arrange: seeText('You belong to no merchant') },
      {
        name: 'account-alone',
        arrange: async (page) => {
          await page.getByRole('link', { name: 'My account' }).click();
          await seeText('This browser')(page);
        },
      },
    ],
  },
  {
    path: at('/join#nothing'),
    person: 'nobody',
    sights: [{ name: 'join-gone', arrange: seeText('This link no longer works') }],
  },
  { path: at('/no/such/page'), sights: [{ name: 'not-found' }] },
  {
    path: at(`/playlists/${randomUUID()}`),
    sights: [{ name: 'not-there', arrange: seeText('The playlist is not there') }],
  },
  { path: at('/settings/people'), person: 'staff', sights: [{ name: 'not-allowed' }] },
];

// What is seen before anything is there, and the first files.
const EMPTY: readonly Walk[] = [
  { path: at('/today'), person: 'newcomer', sights: [{ name: 'today-empty', arrange: seeText(/0 of 5/) }] },
  { path: at('/playlists'), person: 'newcomer', sights: [{ name: 'playlists-empty' }] },
  { path: at('/campaigns'), person: 'newcomer', sights: [{ name: 'campaigns-empty' }] },
  { path: at('/calendar'), person: 'newcomer', sights: [{ name: 'calendar-empty', arrange: seeText('June 2026') }] },
  { path: at('/tags'), person: 'newcomer', sights: [{ name: 'tags-empty', arrange: seeText('No tag yet') }] },
  { path: at('/screens'), person: 'newcomer', sights: [{ name: 'screens-empty', arrange: seeText('No screen yet') }] },
  { path: at('/trash'), person: 'newcomer', sights: [{ name: 'trash-empty', arrange: seeText('The trash is empty') }] },
  {
    path: at('/media'),
    person: 'newcomer',
    sights: [
      { name: 'media-empty' },
      {
        name: 'uploads-paused',
        part: '.upload-dock',
        arrange: async (page) => {
          // A storage that does not answer. What is sent there the service has room for.
          const sent = new Set<string>();
          await page.route(/\/vitrine\/|X-Amz-Signature/, (route) => void sent.add(route.request().url()));
          await dropFiles(page, [aJpeg('window-in-june.jpg'), aJpeg('door.jpg', 1)]);
          await until(() => sent.size === 2);
          await press(page, 'Pause window-in-june.jpg');
          await seeText('Uploading 1 file')(page);
        },
      },
      {
        name: 'held-room',
        part: DIALOG,
        arrange: async (page) => {
          // What was begun and is nowhere under way holds its room.
          await page.reload();
          await page.getByRole('button', { name: /held$/ }).click();
          await dialogOf(page).getByRole('listitem').first().waitFor();
        },
      },
      {
        name: 'uploads',
        part: '.upload-dock',
        arrange: async (page) => {
          await leaveDialog(page);
          await page.unroute(/\/vitrine\/|X-Amz-Signature/);
          await dropFiles(page, [
            aJpeg('window-in-june.jpg'),
            { name: 'prices.txt', type: 'text/plain', bytes: Buffer.from('rye 3.20') },
          ]);
          await seeText(/1 file not added/)(page);
          await dropFiles(page, [aJpeg('the-same-window.jpg')]);
          await seeText('The library has this file already')(page);
        },
      },
    ],
  },
];

const MEDIA: readonly Walk[] = [
  {
    path: at('/media'),
    sights: [
      { name: 'media', arrange: waitForPictures },
      {
        name: 'media-look',
        part: DIALOG,
        arrange: async (page) => {
          await page.locator('.media-card').first().focus();
          await page.keyboard.press('Space');
          await dialogOf(page).getByRole('button', { name: 'Next item' }).waitFor();
          await waitUntil(page, 'document.querySelector("[role=dialog] img")?.naturalWidth > 0');
        },
      },
      {
        name: 'media-filters',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Filters');
          await page.getByLabel('Added by').waitFor();
        },
      },
      {
        name: 'media-add-page',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, /web page/i);
          await pressIn(page, 'Add');
          await seeText('Type a whole address')(page);
        },
      },
      {
        name: 'media-selected',
        part: '.selection-bar',
        arrange: async (page) => {
          await leaveDialog(page);
          const boxes = page.getByRole('checkbox', { name: /^Select / });
          await boxes.first().focus();
          await page.keyboard.press('Space');
          await boxes.nth(2).focus();
          await page.keyboard.press('Space');
          await seeText('2 selected')(page);
        },
      },
      {
        name: 'media-tag',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Add tags');
          await dialogOf(page).getByRole('combobox', { name: 'Tags' }).fill('Christmas');
          await page.keyboard.press('Enter');
        },
      },
      {
        name: 'media-untag',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await press(page, 'Remove tags');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'media-to-playlist',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await press(page, 'Add to playlist');
          await dialogOf(page)
            .getByRole('button', { name: /Morning/ })
            .waitFor();
        },
      },
      {
        name: 'media-delete',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await bar(page).getByRole('button', { name: 'Delete' }).click();
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'media-deleted',
        part: NOTICE,
        arrange: async (page) => {
          await pressIn(page, 'Delete');
          await page.getByRole('button', { name: 'Undo' }).waitFor();
          await holdNotice(page);
        },
      },
      {
        name: 'media-phone-menu',
        part: MENU,
        isNarrow: true,
        arrange: async (page) => {
          const size = async () => Number(await page.locator('[data-at]').first().getAttribute('aria-setsize'));
          const left = await size();
          await press(page, 'Undo');
          await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
          // They are back in their places, and nothing moves any more.
          await until(async () => (await size()) > left);
          await page
            .getByRole('checkbox', { name: /^Select / })
            .first()
            .focus();
          await page.keyboard.press('Space');
          await press(page, 'What to do with them');
          await page.getByRole('menuitem', { name: 'Add to playlist' }).waitFor();
        },
      },
    ],
  },
  { path: at('/media?view=list'), sights: [{ name: 'media-list', arrange: waitForPictures }] },
  {
    path: at('/media'),
    person: 'collector',
    sights: [
      {
        name: 'media-months',
        part: '.media-library',
        arrange: async (page) => {
          await page.getByRole('slider', { name: 'Month' }).press('ArrowDown');
          await page.getByText('January 2026').waitFor();
        },
      },
    ],
  },
  {
    path: at('/media?q=zeppelin'),
    sights: [{ name: 'media-nothing-found', arrange: seeText('Nothing found') }],
  },
  {
    path: ({ mediaId }) => `/media/${mediaId}`,
    sights: [
      { name: 'media-item', arrange: waitForPictures },
      {
        name: 'media-item-playlist',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Add to a playlist');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'media-item-replace',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Replace');
          await seeText('Choose the new file')(page);
        },
      },
      {
        name: 'media-item-crop',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Crop, rotate');
          await page.locator('.picture-crop').waitFor();
        },
      },
      {
        name: 'media-item-delete',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Delete');
          await dialogOf(page).waitFor();
        },
      },
    ],
  },
  { path: ({ filmId }) => `/media/${filmId}`, sights: [{ name: 'media-film', arrange: waitForPictures }] },
  {
    path: ({ warnedId }) => `/media/${warnedId}`,
    sights: [{ name: 'media-warned', arrange: seeText('Your screens may not play this well') }],
  },
  {
    path: at('/media'),
    person: 'exporter',
    sights: [
      { name: 'media-not-playable', arrange: seeText('Not playable') },
      {
        name: 'media-item-not-playable',
        arrange: async (page) => {
          await page.getByRole('link', { name: /^Broken export/ }).click();
          await seeText('This file is not an image')(page);
        },
      },
    ],
  },
  {
    path: ({ exportsId }) => `/campaigns/${exportsId}`,
    person: 'exporter',
    sights: [
      {
        name: 'campaign-publish-not-playable',
        arrange: async (page) => {
          await press(page, 'Publish …');
          await seeText('1 item is not an image or a video')(page);
        },
      },
    ],
  },
  {
    path: at('/trash'),
    sights: [
      { name: 'trash', arrange: seeText('Old price list') },
      {
        name: 'trash-chosen',
        part: 'main',
        arrange: async (page) => {
          await page.getByRole('checkbox', { name: 'Select Old price list' }).click();
          await seeText('1 selected')(page);
        },
      },
      {
        name: 'trash-purge',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Delete Old price list for good');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'trash-empty-all',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Empty the trash');
          await dialogOf(page).waitFor();
        },
      },
    ],
  },
  {
    path: at('/tags'),
    sights: [
      { name: 'tags', arrange: seeText('Window') },
      {
        name: 'tags-chosen',
        part: 'main',
        arrange: async (page) => {
          await page.getByRole('checkbox', { name: 'Select Window' }).click();
          await press(page, 'Select all 2 found');
          await seeText('2 selected')(page);
        },
      },
      {
        name: 'tags-merge',
        part: DIALOG,
        arrange: async (page) => {
          await page.getByRole('region', { name: 'Selected tags' }).getByRole('button', { name: 'Merge' }).click();
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'tag-rename',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await press(page, 'Clear the selection');
          await press(page, 'Change the tag Window');
          await pick(page, 'Rename');
          await page.getByRole('textbox', { name: 'Name' }).fill('Bread');
          await pressIn(page, 'Rename');
          await dialogOf(page).getByRole('alert').waitFor();
        },
      },
      {
        name: 'tag-merge',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await press(page, 'Change the tag Window');
          await pick(page, /Merge/);
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'tag-delete',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Change the tag Window');
          await pick(page, 'Delete');
          await dialogOf(page).waitFor();
        },
      },
    ],
  },
];

const bar = (page: Page) => page.getByRole('region', { name: 'Selected media' });

const PLAYLISTS: readonly Walk[] = [
  {
    path: at('/playlists'),
    sights: [
      {
        name: 'playlists',
        arrange: async (page) => {
          await seeText('Morning')(page);
          await waitForPictures(page);
        },
      },
      {
        name: 'playlists-menu',
        part: MENU,
        arrange: async (page) => {
          await press(page, /^More for Morning/);
          await page.getByRole('menuitem', { name: 'New campaign with it' }).waitFor();
        },
      },
      {
        name: 'playlists-preview',
        part: DIALOG,
        arrange: async (page) => {
          await pick(page, 'Preview');
          await seeText(/^1 of \d/)(page);
        },
      },
      {
        name: 'playlists-selected',
        part: 'main',
        arrange: async (page) => {
          await leaveDialog(page);
          // Which comes back to its row a moment after the dialog is gone.
          await waitUntil(page, `document.activeElement.closest('[data-at]') !== null`);
          await page.keyboard.press('x');
          await seeText('1 selected')(page);
        },
      },
      {
        name: 'playlists-delete',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Delete');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'playlist-new',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await press(page, 'New playlist');
          await dialogOf(page).getByLabel('Name').fill('Evening');
        },
      },
    ],
  },
  {
    path: ({ playlistId }) => `/playlists/${playlistId}`,
    sights: [
      {
        name: 'playlist',
        arrange: async (page) => {
          await seeText('Used in')(page);
          await waitForPictures(page);
        },
      },
      {
        name: 'playlist-picker',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Add media');
          const choices = page.getByRole('list', { name: 'Media to choose from' }).getByRole('button');
          for (const one of [2, 0, 5]) await choices.nth(one).click();
        },
      },
      {
        name: 'playlist-preview',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await dialogOf(page).waitFor({ state: 'detached' });
          await press(page, 'Preview');
          await seeText(/^1 of \d/)(page);
        },
      },
      {
        name: 'playlist-row-menu',
        part: MENU,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, /^More for /);
          await page.getByRole('menuitem', { name: 'Preview from here' }).waitFor();
        },
      },
      {
        name: 'playlist-selected',
        part: '.items-toolbar',
        arrange: async (page) => {
          await leaveMenu(page);
          for (const place of [2, 4]) await page.getByRole('checkbox', { name: `, place ${place}` }).check();
        },
      },
      {
        name: 'playlist-set-time',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Set time …');
          await page.getByLabel('Seconds, or minutes and seconds').fill('soon');
        },
      },
      {
        name: 'playlist-move',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Move …');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'playlist-changed',
        part: '.draft-foot',
        arrange: async (page) => {
          await pressIn(page, 'To the top');
          await seeText('Not saved yet')(page);
        },
      },
      {
        name: 'playlist-leaving',
        part: DIALOG,
        arrange: async (page) => {
          await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
          await dialogOf(page).getByRole('button', { name: 'Stay' }).waitFor();
        },
      },
      {
        name: 'playlist-kept',
        part: 'form',
        arrange: async (page) => {
          await pressIn(page, 'Stay');
          await page.reload();
          await page.getByRole('button', { name: 'Restore my changes' }).waitFor();
        },
      },
      {
        name: 'playlist-conflict',
        part: 'form',
        arrange: async (page, { owner, playlistId }) => {
          await press(page, 'Discard them');
          await page.getByLabel('Name').fill('Side window');
          const { json } = await owner.get(`/playlists/${playlistId}`);
          await owner.patch(`/playlists/${playlistId}`, { revision: json['revision'], name: 'Morning, all week' });
          await press(page, 'Save');
          await seeText('Somebody else changed this playlist meanwhile')(page);
        },
      },
      {
        name: 'playlist-offer',
        part: 'main',
        arrange: async (page) => {
          await press(page, 'Use theirs');
          await seeText('Changes not published')(page);
        },
      },
    ],
  },
];

const CAMPAIGNS: readonly Walk[] = [
  {
    path: at('/today'),
    sights: [
      {
        name: 'today',
        arrange: async (page, { beatScreens }) => {
          await beatScreens();
          await page.reload();
          await seeText('1 of 4 is off.')(page);
          await seeText('Tokens that run out')(page);
          await waitForPictures(page);
        },
      },
    ],
  },
  {
    path: at('/campaigns'),
    sights: [
      { name: 'campaigns', arrange: seeText('Summer') },
      {
        name: 'campaign-new',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'New campaign');
          await dialogOf(page).getByLabel('Name').fill('Winter');
        },
      },
    ],
  },
  {
    path: ({ lineageId }) => `/campaigns/${lineageId}`,
    sights: [
      {
        name: 'campaign',
        arrange: async (page) => {
          await seeText(/version 1/i)(page);
          await seeText('252 plays')(page);
        },
      },
      {
        name: 'campaign-publish',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Publish …');
          await seeText(/^Added \(/)(page);
        },
      },
      {
        name: 'campaign-version',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Look at version 1');
          await page.getByRole('button', { name: 'Bring it back as a draft' }).waitFor();
        },
      },
      {
        name: 'campaign-menu',
        part: MENU,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'More actions');
          await page.getByRole('menuitem', { name: 'Copy …' }).waitFor();
        },
      },
      {
        name: 'campaign-copy',
        part: DIALOG,
        arrange: async (page) => {
          await pick(page, 'Copy …');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'campaign-withdraw',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'More actions');
          await pick(page, 'Withdraw from screens');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'campaign-end-first',
        part: 'form',
        arrange: async (page) => {
          await leaveDialog(page);
          await page.getByLabel('End day').fill('2026-05-01');
          await seeText(/The end is before the start/)(page);
        },
      },
    ],
  },
  {
    path: ({ sketchId }) => `/campaigns/${sketchId}`,
    sights: [
      { name: 'campaign-draft', arrange: seeText('Nothing. Choose a playlist') },
      {
        name: 'campaign-not-yet',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Publish …');
          await seeText('Not yet')(page);
        },
      },
    ],
  },
  {
    path: at('/calendar'),
    sights: [
      { name: 'calendar', arrange: seeText('Lunch menu') },
      {
        name: 'calendar-moved',
        part: '.flight-dock',
        arrange: async (page) => {
          await page
            .getByRole('button', { name: /^Summer/ })
            .first()
            .click();
          await page.keyboard.press('ArrowRight');
          await page.getByRole('button', { name: 'Save as a change' }).waitFor();
        },
      },
      {
        name: 'calendar-exact',
        part: '.flight-dock',
        arrange: async (page) => {
          await seeText('Exact dates')(page);
          await page.getByText('Exact dates').click();
          await page.getByLabel('End day').waitFor();
        },
      },
    ],
  },
  {
    path: at('/calendar?view=week&at=2026-06-21T10:00'),
    sights: [{ name: 'calendar-week', arrange: (page) => page.getByRole('list', { name: 'Plays then' }).waitFor() }],
  },
];

const SETTINGS: readonly Walk[] = [
  {
    path: at('/account'),
    sights: [
      { name: 'account', arrange: seeText('This browser') },
      {
        name: 'account-assistants',
        part: 'main',
        arrange: async (page) => {
          await press(page, 'Usage of Claude on my laptop');
          await seeText('messages in 30 days')(page);
        },
      },
      {
        name: 'account-assistants-new',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'New key');
          await dialogOf(page).getByLabel('Name', { exact: true }).fill('Cursor');
          await dialogOf(page).getByLabel('Add media and tags').check();
        },
      },
      {
        name: 'account-assistants-value',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Create key');
          await seeText('It is shown only now')(page);
        },
      },
      {
        name: 'account-assistants-revoke',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Copy key');
          await pressIn(page, 'I have copied it');
          await dialogOf(page).waitFor({ state: 'detached' });
          await press(page, 'Revoke Claude on my laptop');
          await seeText('is out at once')(page);
        },
      },
      {
        name: 'account-refused',
        part: 'main',
        arrange: async (page) => {
          await leaveDialog(page);
          await page.getByLabel('Old password', { exact: true }).fill('not my password at all');
          await page.getByLabel('New password', { exact: true }).fill('bread at four in the morning');
          await press(page, 'Change password');
          await seeText('This is not your password')(page);
        },
      },
    ],
  },
  {
    path: at('/account'),
    person: 'admin',
    sights: [
      {
        name: 'account-proof',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Set up an app');
          await page.getByLabel('Your password').fill('not my password');
          await press(page, 'Go on');
          await seeText('This is not your password')(page);
        },
      },
      {
        name: 'account-app',
        part: DIALOG,
        arrange: async (page) => {
          await page.getByLabel('Your password').fill(PERSON_PASSWORD);
          await press(page, 'Go on');
          await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
        },
      },
      {
        name: 'account-app-wrong',
        part: DIALOG,
        arrange: async (page) => {
          await dialogOf(page).getByRole('textbox').fill('12345');
          await pressIn(page, 'Turn it on');
          await seeText('The code is not the one of this moment')(page);
        },
      },
      {
        name: 'account-codes',
        part: DIALOG,
        arrange: async (page, { now }) => {
          const secret = (await page.locator('.app-secret').innerText()).replaceAll(/\s/g, '');
          await dialogOf(page).getByRole('textbox').fill(codeOf(secret, now()));
          await pressIn(page, 'Turn it on');
          await seeText('Each code signs you in once')(page);
        },
      },
      {
        name: 'account-codes-not-kept',
        part: DIALOG,
        arrange: async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Go back' }).waitFor();
        },
      },
      {
        name: 'account-protected',
        arrange: async (page) => {
          await press(page, 'Close anyway');
          await seeText('10 recovery codes are left.')(page);
        },
      },
      {
        name: 'account-codes-anew',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Make new recovery codes');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'account-app-remove',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Remove the app');
          await dialogOf(page).waitFor();
        },
      },
    ],
  },
  {
    path: at('/media'),
    person: 'guarded',
    sights: [{ name: 'account-demanded', arrange: seeText('Set up an app or add a passkey below.') }],
  },
  {
    path: at('/account'),
    person: 'guarded',
    isLocalhost: true,
    sights: [
      {
        name: 'account-passkey',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Add a passkey');
          await dialogOf(page).getByLabel('Name').fill('Phone');
        },
      },
      {
        name: 'account-passkey-cancelled',
        part: DIALOG,
        arrange: async (page) => {
          await addAuthenticator(page, { isUserVerified: false });
          await pressIn(page, 'Go on');
          await seeText('Nothing was chosen, or not in time.')(page);
        },
      },
    ],
  },
  {
    path: at('/account'),
    person: 'staff',
    sights: [
      {
        name: 'account-passkey-rename',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Rename Laptop');
          await dialogOf(page).getByLabel('Name').waitFor();
        },
      },
      {
        name: 'account-passkey-remove',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Remove Laptop');
          await seeText('It no longer signs you in.')(page);
        },
      },
    ],
  },
  {
    path: at('/activity'),
    sights: [
      { name: 'activity', arrange: seeText('Show all') },
      {
        name: 'activity-open',
        part: 'main',
        arrange: async (page) => {
          await press(page, /^Show all/);
          await seeText('Show together')(page);
        },
      },
    ],
  },
  {
    path: at('/settings/integrations'),
    sights: [
      {
        name: 'integrations',
        arrange: async (page) => {
          await press(page, 'Usage of Web shop');
          await seeText(/requests in 30 days/)(page);
        },
      },
      {
        name: 'integrations-revoke',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, /^Revoke/);
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'integrations-new',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'New token');
          await page.getByLabel('Name').fill('Delivery board');
        },
      },
      {
        name: 'integrations-value',
        part: DIALOG,
        arrange: async (page) => {
          await page.getByLabel('Name').fill('');
          await leaveDialog(page);
          await press(page, 'Rotate Web shop');
          await pressIn(page, 'Rotate');
          await seeText('It is shown only now')(page);
        },
      },
      {
        name: 'integrations-not-copied',
        part: DIALOG,
        arrange: async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Go back' }).waitFor();
        },
      },
    ],
  },
  {
    path: at('/settings/integrations/webhooks'),
    sights: [
      { name: 'webhooks', arrange: seeText('Failing since') },
      {
        name: 'webhooks-new',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'New webhook');
          await page.getByLabel('Name', { exact: true }).fill('Delivery board');
          await page.getByLabel('Address').fill('https://board.example/hooks/vitrine');
          await page.getByLabel('a tag is renamed').uncheck();
        },
      },
      {
        name: 'webhooks-secret',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Create webhook');
          await seeText('It is shown only now')(page);
        },
      },
    ],
  },
  {
    path: ({ webhookId }) => `/settings/integrations/webhooks/${webhookId}`,
    sights: [
      {
        name: 'webhook',
        arrange: async (page) => {
          await press(page, 'Details of A campaign is published');
          await seeText('The beginning of the answer')(page);
        },
      },
      {
        name: 'webhook-edit',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Edit');
          await page.getByLabel('Name', { exact: true }).waitFor();
        },
      },
      {
        name: 'webhook-resend',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Send all that failed again');
          await dialogOf(page).waitFor();
        },
      },
    ],
  },
  {
    path: ({ goneWebhookId }) => `/settings/integrations/webhooks/${goneWebhookId}`,
    sights: [{ name: 'webhook-off', arrange: seeText('This webhook is switched off') }],
  },
  {
    path: at('/settings/merchant'),
    sights: [
      { name: 'merchant', arrange: seeText('Storage') },
      {
        name: 'merchant-saved',
        part: NOTICE,
        arrange: async (page) => {
          await page.getByLabel('Name', { exact: true }).fill(`Corner Bakery ${randomUUID().slice(0, 4)}`);
          await press(page, 'Save');
          await seeText('Saved.')(page);
          await holdNotice(page);
        },
      },
      {
        name: 'time-zone',
        part: DIALOG,
        arrange: async (page) => {
          await page.locator(NOTICE).getByRole('button').click();
          await page.locator(NOTICE).waitFor({ state: 'detached' });
          await page.getByRole('combobox', { name: 'Time zone' }).fill('Auckland');
          await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
          await press(page, 'Save');
          await seeText('What stays as it is?')(page);
        },
      },
      {
        name: 'time-zone-dates',
        part: DIALOG,
        arrange: async (page) => {
          await page.getByRole('radio', { name: 'The dates as they are written' }).check();
          await seeText(/earlier than now/)(page);
        },
      },
      {
        name: 'offline',
        part: 'main',
        arrange: async (page) => {
          await pressIn(page, 'Keep Europe/Paris');
          await page.getByLabel('Name', { exact: true }).fill('Typed while offline');
          await page.context().setOffline(true);
          await press(page, 'Save');
          await page
            .getByRole('alert')
            .getByText(/You are offline/)
            .waitFor();
        },
      },
    ],
  },
  {
    path: at('/settings/people'),
    sights: [
      { name: 'people', arrange: seeText('window@example.com') },
      {
        name: 'people-remove',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'More for Stella Staff');
          await pick(page, 'Remove …');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'people-reset-link',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'More for Adam Admin');
          await pick(page, 'New password …');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'people-second-factor',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'More for Stella Staff');
          await pick(page, 'Take the second factor away …');
          await dialogOf(page).waitFor();
        },
      },
      {
        name: 'people-invite',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Invite somebody');
          await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
        },
      },
      {
        name: 'people-invited',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Create link');
          await page.getByLabel('Link', { exact: true }).waitFor();
        },
      },
    ],
  },
];

const SCREENS: readonly Walk[] = [
  {
    path: at('/screens'),
    sights: [
      {
        name: 'screens',
        arrange: async (page, { beatScreens }) => {
          await beatScreens();
          await page.reload();
          await seeText('Two files cannot be played here: HEVC')(page);
          await waitForPictures(page);
        },
      },
      {
        name: 'screen-add',
        part: DIALOG,
        arrange: async (page) => {
          await press(page, 'Add a screen');
          await dialogOf(page).getByLabel('Code').fill('ACDEFG');
          await dialogOf(page).getByLabel('Name').fill('Garden');
          await pressIn(page, 'Add');
          await seeText('No television shows this code now')(page);
        },
      },
      {
        name: 'screen-add-tagged',
        part: DIALOG,
        arrange: async (page) => {
          await dialogOf(page).getByLabel('Only campaigns that carry one of its tags').check();
          await pressIn(page, 'Add');
          await seeText('Choose at least one tag.')(page);
        },
      },
      {
        name: 'screen-settings',
        part: DIALOG,
        arrange: async (page) => {
          await pressIn(page, 'Cancel');
          await dialogOf(page).waitFor({ state: 'detached' });
          await press(page, 'Settings of Counter');
          await dialogOf(page).getByLabel('Name').waitFor();
        },
      },
      {
        name: 'screen-changed-meanwhile',
        part: DIALOG,
        arrange: async (page, { owner, counterId }) => {
          await dialogOf(page).getByLabel('Name').fill('Counter, right');
          // The page hears of it by itself.
          await owner.patch(`/screens/${counterId}`, { revision: 1, orientation: 'portrait' });
          await seeText('Somebody else changed this screen meanwhile')(page);
        },
      },
      {
        name: 'screen-menu',
        part: MENU,
        arrange: async (page) => {
          await pressIn(page, 'Use theirs');
          await leaveDialog(page);
          await press(page, 'More actions for Counter');
          await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
        },
      },
      {
        name: 'screen-pair',
        part: DIALOG,
        arrange: async (page) => {
          await pick(page, 'Pair another device');
          await dialogOf(page).getByLabel('Code').waitFor();
        },
      },
      {
        name: 'screen-remove',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'More actions for Counter');
          await pick(page, 'Remove');
          await seeText('It goes dark within a minute.')(page);
        },
      },
    ],
  },
];

// What lies over every page, or in its place.
const SHELL: readonly Walk[] = [
  {
    path: at('/settings/merchant'),
    person: 'both',
    sights: [
      {
        name: 'person-menu',
        part: MENU,
        arrange: async (page) => {
          await heading(page, 'Merchant');
          await press(page, 'Account of Bea Both');
          await page.getByRole('menuitem', { name: 'Sign out everywhere' }).waitFor();
        },
      },
      {
        name: 'merchant-menu',
        part: MENU,
        arrange: async (page) => {
          await leaveMenu(page);
          await press(page, /Change it/);
          await page.getByRole('menuitem', { name: 'New Shop' }).waitFor();
        },
      },
      {
        name: 'help',
        part: DIALOG,
        arrange: async (page) => {
          await leaveMenu(page);
          await page.keyboard.press('?');
          await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        },
      },
      {
        name: 'commands',
        part: DIALOG,
        arrange: async (page) => {
          await leaveDialog(page);
          await page.keyboard.press('Control+k');
          await page.getByLabel('A page, or what to search for').fill('p');
          await page.getByRole('option', { name: 'Playlists', exact: true }).waitFor();
        },
      },
      {
        name: 'phone-navigation',
        isNarrow: true,
        arrange: async (page) => {
          await leaveDialog(page);
          await press(page, 'Open the menu');
          await page.getByRole('link', { name: 'People' }).waitFor();
        },
      },
    ],
  },
  {
    path: at('/settings/merchant'),
    person: 'admin',
    sights: [
      {
        name: 'failed',
        part: 'main',
        arrange: async (page) => {
          await page.route('**/api/console/v1/playlists*', (route) =>
            route.fulfill({ status: 500, json: { error: 'internal', message: 'Something went wrong.' } }),
          );
          await page.getByRole('link', { name: 'Playlists' }).click();
          await seeText('Copy the details for support')(page);
        },
      },
      {
        name: 'sign-in-again',
        part: DIALOG,
        arrange: async (page) => {
          await page.context().clearCookies();
          await page.getByRole('link', { name: 'Campaigns' }).click();
          await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
        },
      },
    ],
  },
];

// Where an assistant asks to be let in.
const CONNECT: readonly Walk[] = [
  {
    path: ({ asked }) => `/authorize?${asked}`,
    person: 'both',
    sights: [{ name: 'connect', arrange: seeText('Did you start this yourself, just now?') }],
  },
  {
    path: at('/authorize?client_id=nobody'),
    person: 'both',
    sights: [{ name: 'connect-refused', arrange: seeText('The program that asks is not known here.') }],
  },
];

export const WALKS: readonly Walk[] = [
  ...OUTSIDE,
  ...EMPTY,
  ...CAMPAIGNS,
  ...MEDIA,
  ...PLAYLISTS,
  ...SCREENS,
  ...SETTINGS,
  ...SHELL,
  ...CONNECT,
];

const CAN_PLAY = { codecs: ['h264'], maxWidth: 3840, maxHeight: 2160 };

// In the order in which they were published.
const LIVE = [
  ['Father’s day', '2026-06-21', '2026-06-21'],
  ['Lunch menu', '2026-06-08T11:00', '2026-06-19T14:30'],
  ['Opening hours', null, null],
] as const;

// Some years of a library, a dozen every four months: more than the strip of months is for.
const YEARS = Array.from({ length: 121 }, (_, at) =>
  anImage({ name: `Poster ${at}`, createdAt: new Date(Date.UTC(2026, 4 - 4 * Math.floor(at / 12), 3)).toISOString() }),
);

const MAY = aPublished({ flight: { start: '2026-05-01', end: '2026-06-03' } });

// A tag that is in the trash because another took its place.
async function mergeBread(
  { owner, post }: Awaited<ReturnType<TestConsole['newShop']>>,
  mediaId: string,
): Promise<void> {
  const { tags } = Object((await post(`/media/${mediaId}/tags`, { add: ['Brot', 'Bread'] })).body);
  const [bread, brot] = tags;
  const { status, text } = await owner.post(`/tags/${brot.id}/merge`, { into: bread.id });
  assert.equal(status, 200, text);
}

// A bakery with everything in it, and one that begins today.
// A shop whose other system uploaded a file that is no image.
async function newBrokenExports(it: TestConsole) {
  const media = [anImage({ name: 'Broken export', notPlayable: true }), anImage({ name: 'Good export' })];
  const items = media.map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const playlist = aPlaylist({ name: 'Exports', items });
  const campaign = aCampaign({ name: 'Exports', versions: [aVersion({ landscapePlaylistId: playlist.id })] });
  const { owner } = await it.newShop({
    merchant: { name: 'Exporting Shop' },
    media,
    playlists: [playlist],
    campaigns: [campaign],
  });
  return { owner, lineageId: campaign.lineageId };
}

export async function newWorld(it: TestConsole) {
  const warned = aVideo({
    name: 'Oven in slow motion',
    width: 7680,
    height: 4320,
    file: { fileName: 'oven.mp4', mimeType: 'video/mp4', sizeBytes: 48_200_000, sha256: 'b'.repeat(64) },
    codec: 'hevc',
  });
  const shop = await it.newShop({
    merchant: { screens: CAN_PLAY },
    tokens: [{ ...aToken(newTokenSecret()), name: 'Till at the door', expiresAt: '2026-06-20T12:00:00.000Z' }],
    media: [
      warned,
      anImage({ name: 'Old price list', trashedAt: '2026-06-10T09:00:00.000Z' }),
      anImage({ name: 'Easter bunnies', trashedAt: '2026-06-01T09:00:00.000Z' }),
    ],
    campaigns: [
      aCampaign({ name: 'May offers', liveVersion: 1, versions: [MAY] }),
      aCampaign({ name: 'Last Christmas', archived: true, versions: [aPublished()] }),
    ],
  });
  const { owner } = shop;
  await giveApp(it.service, shop.staff.id);
  await givePasskey(it.service, shop.staff.id, randomUUID());
  await giveRecoveryCodes(it.service, shop.staff.id);
  const { clientId } = await connectProgram(it.service, owner);
  // Another browser of hers, for the account's page.
  await newSession(it.service, owner.id);
  const media = await fillLibrary(it.service, shop);
  await mergeBread(shop, media[0] ?? '');
  const [playlistId, lineageId, sketchId] = [randomUUID(), randomUUID(), randomUUID()];
  const items = media.slice(0, 6).map((mediaId, at) => ({ mediaId, ownSeconds: at === 1 ? 15 : null }));
  const done = ({ status, text }: { status: number; text: string }) => assert.equal(status, 200, text);
  done(await owner.post('/playlists', { id: playlistId, name: 'Morning', items }));
  const nightId = randomUUID();
  done(await owner.post('/playlists', { id: nightId, name: 'Window at night', items: items.slice(2) }));
  for (const [name, start, end] of LIVE) {
    const id = randomUUID();
    const campaign = { lineageId: id, name, landscapePlaylistId: nightId, flight: { start, end } };
    done(await owner.post('/campaigns', campaign));
    done(await publish(owner, id));
  }
  done(await owner.post('/playlists', { id: randomUUID(), name: 'Counter', items: [] }));
  const flight = { start: '2026-06-01', end: '2026-06-30' };
  done(await owner.post('/campaigns', { lineageId, name: 'Summer', landscapePlaylistId: playlistId, flight }));
  done(await publish(owner, lineageId));
  const shorter = items.slice(0, 4);
  done(await owner.patch(`/playlists/${playlistId}`, { revision: 1, items: shorter }));
  done(await publish(owner, lineageId));
  // Changed since: what screens play is older than what stands here.
  const changed = [...items.slice(1), { mediaId: media[8] ?? '', ownSeconds: 20 }];
  done(await owner.patch(`/playlists/${playlistId}`, { revision: 2, items: changed }));
  const autumn = { start: '2026-09-01', end: null };
  done(await owner.post('/campaigns', { lineageId: sketchId, name: 'Autumn', flight: autumn }));
  done(await owner.post('/invitations', { email: 'window@example.com', role: 'staff' }));
  const { counterId, beatScreens } = await hangScreens(it, shop.id, { media, lineageId, warnedId: warned.id });
  await connectAssistants(it, shop.id, [owner.id, shop.admin.id]);
  const webhooks = await connectWebhooks(it, shop.id, { mediaId: media[0] ?? '', lineageId });
  for (const path of ['/media', '/tags', '/campaigns']) await shop.get(path);
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@example.com`, role: 'admin' });
  const { hash } = new URL(String(invited.json['link']));
  const [mediaId, filmId] = [media[1], media[5]];
  const second = await it.newShop({ merchant: { name: 'New Shop' } });
  const reset = await owner.post(`/people/${shop.admin.id}/reset-link`);
  const guarded = await it.newShop({ merchant: { name: 'Guarded Shop' } });
  await it.service.db.rows({
    text: 'update merchants set requires_second_factor = true where id = $1',
    values: [guarded.id],
  });
  const exports = await newBrokenExports(it);
  const both = await newPerson(it.service, { [shop.id]: 'owner', [second.id]: 'owner' }, 'Bea Both');
  return {
    ...shop,
    both,
    newcomer: second.owner,
    collector: (await it.newShop({ merchant: { name: 'Old Shop' }, media: YEARS })).owner,
    guarded: guarded.staff,
    exporter: exports.owner,
    exportsId: exports.lineageId,
    alone: await newPerson(it.service, {}, 'Nora Nobody'),
    now: () => it.service.clock.now(),
    playlistId,
    lineageId,
    sketchId,
    mediaId,
    filmId,
    warnedId: warned.id,
    counterId,
    beatScreens,
    asked: askedFor(clientId),
    ...webhooks,
    joinPath: `/join${hash}`,
    resetPath: `/reset${new URL(String(reset.json['link'])).hash}`,
  };
}

const TOLD = [
  ['media.ready', 'mediaId', 'delivered', 200, null, 'ok'],
  [
    'campaign.published',
    'lineageId',
    'failed',
    500,
    'It answered 500.',
    'No such table: screens\n  at Query.run (query.js:41)',
  ],
  ['media.changed', 'mediaId', 'waiting', null, 'It did not answer within 15 seconds.', null],
] as const;

// One that has had better days, and one whose receiver is gone.
// One key each, of which the first was busy for a week.
async function connectAssistants(it: TestConsole, merchantId: string, people: readonly string[]): Promise<void> {
  for (const personId of people) {
    const { id } = await newAiKey(it.service, { merchantId, personId }, { name: 'Claude on my laptop' });
    const days = Array.from({ length: 7 }, (_, at) => ({
      id,
      day: new Date(it.service.clock.now() - at * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length),
      requests: 40 + 17 * at,
      refused_429: at === 3 ? 12 : 0,
      refused_403: 0,
      last_used_at: '',
    }));
    await addAiKeyUsage(it.service.db, parseMerchantId(merchantId), days);
  }
}

async function connectWebhooks(it: TestConsole, merchantId: string, subjects: Record<'mediaId' | 'lineageId', string>) {
  const types = ['media.ready', 'media.changed', 'campaign.published'] as const;
  const shop = await newWebhook(it.service, merchantId, { name: 'Web shop', url: 'https://shop.example/hooks', types });
  const gone = await newWebhook(it.service, merchantId, { name: 'Old till', deliveryIds: [] });
  const { db, clock } = it.service;
  const [now, later] = [0, 86_400_000].map((ms) => new Date(clock.now() + ms).toISOString());
  await db.rows({ text: 'delete from webhook_deliveries where merchant_id = $1', values: [merchantId] });
  for (const [at, [type, field, ...rest]] of TOLD.entries()) {
    await db.rows({
      text: `insert into webhook_deliveries (merchant_id, webhook_id, id, place, type, at, subject_id, created_at, tries_left,
          attempts, attempted_at, duration_ms, next_at, state, status_code, problem, answer)
        values ($1, $2, gen_random_uuid(), $3, $4, $5, $6, $5, 3, 7, $5, 41, $7, $8, $9, $10, $11)`,
      values: [merchantId, shop.id, at, type, now, subjects[field], later, ...rest],
    });
  }
  const update = (set: string, id: string) =>
    db.rows({ text: `update webhooks set ${set} where merchant_id = $1 and id = $2`, values: [merchantId, id, now] });
  await update('failing_since = $3, delivered_at = $3', shop.id);
  await update(`is_on = false, off_reason = 'gone', off_at = $3`, gone.id);
  return { webhookId: shop.id, goneWebhookId: gone.id };
}

type Shown = { readonly media: readonly string[]; readonly lineageId: string; readonly warnedId: string };

// One that is well, one that complains, one that is off and one that was never heard of. Time passes in the tests: who is to
// be on says so anew.
async function hangScreens(it: TestConsole, merchantId: string, { media, lineageId, warnedId }: Shown) {
  const hang = (name: string, over: object = {}) => newScreen(it.service, merchantId, { name, ...over });
  const [counter, door, garage] = [
    await hang('Counter'),
    await hang('Door', { orientation: 'portrait' }),
    await hang('Garage'),
  ];
  await hang('Kitchen', { timeZone: 'Europe/Lisbon' });
  const beat = async (screen: TestScreen, over: object): Promise<void> =>
    assert.equal((await screen.post('/beats', { ...A_BEAT, ...over })).status, 200);
  await beat(garage, {});
  it.service.clock.advance(180_000);
  const day = new Date(it.service.clock.now()).toISOString().slice(0, 10);
  const plays = media
    .slice(0, 3)
    .map((mediaId, at) => ({ day, lineageId, mediaId, plays: 94 - 10 * at, seconds: 900 }));
  assert.equal((await counter.post('/plays', { batch: 1, plays })).status, 200);
  const faults = [warnedId, media[5]].map((mediaId) => ({ mediaId, kind: 'cannot_play', codec: 'hevc' }));
  return {
    counterId: counter.id,
    beatScreens: async (): Promise<void> => {
      await beat(counter, { lineageId, mediaId: media[0], faults });
      await beat(door, { lineageId: null, mediaId: media[1], width: 1080, height: 1920, storesFiles: false });
    },
  };
}
