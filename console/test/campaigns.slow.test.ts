import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion, aVideo } from '../../tests/harness/content.js';
import { upload } from '../../tests/harness/upload.js';
import { startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

const [bread, door] = [anImage({ name: 'Bread' }), aVideo({ name: 'Door' })];

async function newShop() {
  const item = ({ id }: { id: string }) => ({ mediaId: id, durationSeconds: null });
  const wide = aPlaylist({ name: 'Wide', items: [item(bread), item(door)] });
  const tall = aPlaylist({ name: 'Tall', items: [item(door)] });
  const shop = await it.newShop({ media: [bread, door], playlists: [wide, tall] });
  return { ...shop, wide, tall };
}

type Shop = Awaited<ReturnType<typeof newShop>>;

async function newCampaign(shop: Shop, over: object = {}): Promise<string> {
  const lineageId = crypto.randomUUID();
  const body = { lineageId, name: 'Summer', landscapePlaylistId: shop.wide.id, ...over };
  assert.equal((await shop.owner.post('/campaigns', body)).status, 200);
  return lineageId;
}

async function publish(shop: Shop, lineageId: string): Promise<void> {
  const { json } = await shop.owner.get(`/campaigns/${lineageId}/publish`);
  const body = { revision: json['revision'], contentHash: json['contentHash'] };
  assert.equal((await shop.owner.post(`/campaigns/${lineageId}/publish`, body)).status, 200);
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name);
  await page.getByRole('option', { name }).click();
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

test('from nothing to a published campaign that the API shows exactly', async () => {
  const shop = await newShop();
  const { page, faults, close } = await it.openPage('/campaigns', { person: shop.staff });
  await page.getByRole('heading', { name: 'No campaign yet' }).waitFor();
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  await page.getByLabel('Name').fill('Summer');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Summer', level: 1 }).waitFor();
  await choose(page, 'Playlist', 'Wide');
  await choose(page, 'Playlist for portrait screens', 'Tall');
  await page.getByLabel('Start', { exact: true }).selectOption('On a day');
  await page.getByLabel('Start day').fill('2026-06-01');
  await page.getByLabel('End', { exact: true }).selectOption('At a minute');
  await page.getByLabel('End day and time').fill('2026-06-30T18:00');
  await page.getByRole('combobox', { name: 'Tags' }).fill('Season');
  await page.keyboard.press('Enter');
  await save(page);
  await page.getByRole('button', { name: 'Publish …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Added (2):').waitFor();
  await dialog.getByText('1 Jun 2026 – 30 Jun 2026, 18:00').waitFor();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Summer is published.').waitFor();
  await page.getByRole('heading', { name: 'On screens now' }).waitFor();
  const lineageId = page.url().split('/').at(-1) ?? '';
  const { body } = await shop.get(`/campaigns/${lineageId}`);
  const { tags, ...rest } = body as { tags: { name: string }[] };
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['Season'],
  );
  assert.deepEqual(rest, {
    lineageId,
    name: 'Summer',
    status: 'running',
    flight: { start: '2026-06-01', end: '2026-06-30T18:00' },
    mediaIds: [bread.id, door.id],
    content: {
      landscape: {
        playlistId: shop.wide.id,
        items: [
          { mediaId: bread.id, type: 'image', durationSeconds: 10 },
          { mediaId: door.id, type: 'video', durationSeconds: 12.5 },
        ],
      },
      portrait: { playlistId: shop.tall.id, items: [{ mediaId: door.id, type: 'video', durationSeconds: 12.5 }] },
    },
  });
  assert.deepEqual(faults, []);
  await close();
});

test('a change of a live one is a new version, which is published or discarded; withdrawn, archived, restored', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  await publish(shop, lineageId);
  const { page, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff });
  await choose(page, 'Playlist', 'Tall');
  await save(page);
  await page.getByText('Screens play version 1. What you change below is version 2').waitFor();
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('dialog').getByText('Removed (1):').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const move = async (item: string, button: string, done: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByText(done).first().waitFor();
  };
  await move('Discard the changes', 'Discard', /Summer: The changes are discarded/);
  await move('Withdraw from screens', 'Withdraw', /Summer: It is withdrawn/);
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  await move('Archive', 'Archive', /Summer: It is archived/);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText(/Summer: It is restored/).waitFor();
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByText(/Published by Olga Owner/).waitFor();
  assert.equal((await shop.owner.get(`/campaigns/${lineageId}`)).json['status'], 'withdrawn');
  await close();
});

test('publishing an item that is no image needs a tick', async () => {
  const shop = await newShop();
  const fake = await upload(shop, 'hello', { name: 'Fake' });
  const items = [bread.id, fake.id].map((mediaId) => ({ mediaId, ownSeconds: null }));
  assert.equal((await shop.owner.patch(`/playlists/${shop.wide.id}`, { revision: 1, items })).status, 200);
  const lineageId = await newCampaign(shop);
  const { page, faults, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff });
  await page.getByRole('button', { name: 'Publish …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 item is not an image or a video').waitFor();
  await dialog.getByText('Screens probably cannot show “Fake”.').waitFor();
  const button = dialog.getByRole('button', { name: 'Publish', exact: true });
  assert.equal(await button.isDisabled(), true);
  await dialog.getByRole('checkbox', { name: 'Publish anyway' }).check();
  await button.click();
  await page.getByText('Summer is published.').waitFor();
  const { mediaIds } = Object((await shop.get(`/campaigns/${lineageId}`)).body);
  assert.deepEqual([mediaIds, faults], [[bread.id, fake.id], []]);
  await close();
});

test('what changed since the person looked is not published unseen', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  const { page, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff });
  await page.getByRole('button', { name: 'Publish …' }).click();
  await page.getByRole('dialog').getByText('Added (2):').waitFor();
  await shop.owner.patch(`/playlists/${shop.wide.id}`, {
    revision: 1,
    items: [{ mediaId: door.id, ownSeconds: null }],
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByText('Added (1):').waitFor();
  await page.getByText(/It changed meanwhile/).waitFor();
  assert.equal((await shop.owner.get(`/campaigns/${lineageId}`)).json['liveVersion'], null);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Summer is published.').waitFor();
  await close();
});

test('of two people at once the second is told, and loses nothing they typed', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  const path = `/campaigns/${lineageId}`;
  const { page, close } = await it.openPage(path, { person: shop.staff });
  await page.getByLabel('Name').fill('High summer');
  await shop.owner.patch(path, { revision: 1, flight: { start: '2026-07-01', end: null } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody else changed this campaign meanwhile').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'High summer');
  await page.getByText(/Theirs: “Summer” · From 1 Jul 2026/).waitFor();
  await page.getByRole('button', { name: 'Use mine' }).click();
  await page.getByRole('heading', { name: 'High summer', level: 1 }).waitFor();
  const { json } = await shop.owner.get(path);
  assert.deepEqual((json['latest'] as { flight: unknown }).flight, { start: '2026-07-01', end: null });
  await close();
});

test('«Save and publish» publishes what is on the page; nobody is blamed for what they did themselves', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  await publish(shop, lineageId);
  const { page, faults, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff });
  await page.getByRole('button', { name: 'Publish …', exact: true }).waitFor();
  await choose(page, 'Playlist', 'Tall');
  await page.getByLabel('Name').fill('High summer');
  // What is typed while it is being saved is not lost either: it is the next change.
  await page.route(`**/campaigns/${lineageId}`, async (route) => {
    if (route.request().method() === 'PATCH') await page.getByLabel('Name').fill('Highest summer');
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save and publish …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish High summer' });
  await dialog.getByText('Removed (1):').waitFor();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('High summer is published.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Highest summer');
  await page.unroute(`**/campaigns/${lineageId}`);
  const { json } = await shop.owner.get(`/campaigns/${lineageId}`);
  const live = Object(json['live']) as { landscape: { mediaId: string }[] };
  assert.deepEqual(
    [json['name'], json['draftVersion'], live.landscape.map(({ mediaId }) => mediaId)],
    ['High summer', null, [door.id]],
  );
  // The same with a way that is not publishing.
  await page.getByLabel('Name').fill('Late summer');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw from screens' }).click();
  await page.getByRole('dialog').getByText('What you typed is saved first.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText(/It is withdrawn/).waitFor();
  await page.getByRole('heading', { name: 'Late summer', level: 1 }).waitFor();
  assert.equal(await page.getByText(/Somebody else/).count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('a playlist that changed is told on the campaign and in the list; an end before the start while it is typed', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  await publish(shop, lineageId);
  await shop.owner.patch(`/playlists/${shop.wide.id}`, {
    revision: 1,
    items: [{ mediaId: door.id, ownSeconds: null }],
  });
  const { page, close } = await it.openPage('/campaigns', { person: shop.staff });
  const line = page.getByRole('list', { name: 'Campaigns' }).getByRole('link', { name: /Summer/ });
  await line.getByText('Changes not published').waitFor();
  await line.click();
  await page.getByText('A playlist was changed after version 1 was published.').waitFor();
  await page.getByLabel('Start', { exact: true }).selectOption('On a day');
  await page.getByLabel('Start day').fill('2026-11-10');
  await page.getByLabel('End', { exact: true }).selectOption('On a day');
  await page.getByLabel('End day').fill('2026-11-09');
  await page.getByText('The end is before the start, 10 Nov 2026.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: 'Save and publish …' }).isDisabled(), true);
  await page.getByLabel('End day').fill('2026-11-10');
  assert.equal(await page.getByText('The end is before the start').count(), 0);
  await save(page);
  await close();
});

test('campaigns are found by what they are, each kind with its number', async () => {
  const live = (name: string, start: string | null, end: string | null) =>
    aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start, end } })] });
  const shop = await it.newShop({
    campaigns: [
      live('Now', null, null),
      live('Soon', '2026-07-01', null),
      live('Past', null, '2026-06-01'),
      aCampaign({ name: 'Sketch', versions: [aVersion()] }),
      aCampaign({ name: 'Gone', versions: [aPublished()] }),
      aCampaign({ name: 'Old', archived: true, versions: [aPublished()] }),
    ],
  });
  const { page, close } = await it.openPage('/campaigns', { person: shop.staff });
  const tabs = page.getByRole('navigation', { name: 'Which campaigns' });
  await tabs.getByRole('link', { name: 'All 5' }).waitFor();
  const names = async () =>
    (await page.getByRole('list', { name: 'Campaigns' }).locator('.campaign-name').allInnerTexts()).map((name) =>
      name.trim(),
    );
  for (const [tab, name] of [
    ['Running 1', 'Now'],
    ['Upcoming 1', 'Soon'],
    ['Drafts 1', 'Sketch'],
    ['Ended 1', 'Past'],
    ['Withdrawn 1', 'Gone'],
    ['Archived 1', 'Old'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await page.locator('.campaign-line', { hasText: name }).waitFor();
    await page.locator('.campaign-line').nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await names(), [name]);
    assert.equal(await tabs.locator('[aria-current]').innerText(), tab);
  }
  await page.getByLabel('Search the campaigns').fill('zzz');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await tabs.getByRole('link', { name: 'Archived 0' }).waitFor();
  await close();
});

test('a copy is a draft of its own; an old version is looked at, compared and brought back', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  await publish(shop, lineageId);
  await shop.owner.patch(`/playlists/${shop.wide.id}`, {
    revision: 1,
    items: [{ mediaId: door.id, ownSeconds: null }],
  });
  await publish(shop, lineageId);
  const { page, faults, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff });
  await page.getByRole('button', { name: 'Look at version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version 1 of Summer' });
  await dialog.getByText('From this to what is live, version 2').waitFor();
  await dialog.getByText('Removed (1):').waitFor();
  assert.deepEqual(faults, []);
  await dialog.getByRole('button', { name: 'Bring it back as a draft' }).click();
  await page.getByText(/Version 1 is back as a draft/).waitFor();
  await page.getByText('Screens play version 2. What you change below is version 3').waitFor();
  const { json } = await shop.owner.get(`/campaigns/${lineageId}`);
  const back = Object(json['draft']).landscapePlaylist as { id: string; name: string };
  assert.equal(back.name, 'Wide, version 1');
  const kept = (await shop.owner.get(`/playlists/${back.id}`)).json['items'] as { mediaId: string }[];
  assert.deepEqual(
    kept.map(({ mediaId }) => mediaId),
    [bread.id, door.id],
  );
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy …' }).click();
  await page.getByLabel('Name of the copy').fill('Next summer');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('heading', { name: 'Next summer', level: 1 }).waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();
  assert.notEqual(page.url().split('/').at(-1), lineageId);
  await close();
});

test('on a phone what screens play stands before the settings', async () => {
  const shop = await newShop();
  const lineageId = await newCampaign(shop);
  await publish(shop, lineageId);
  const { page, close } = await it.openPage(`/campaigns/${lineageId}`, { person: shop.staff, width: 390 });
  const [preview, settings] = [page.getByRole('region', { name: 'On screens now' }), page.getByLabel('Name')];
  await preview.waitFor();
  assert.ok(((await preview.boundingBox())?.y ?? 0) < ((await settings.boundingBox())?.y ?? 0));
  await close();
});
