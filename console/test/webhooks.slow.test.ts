import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { aNetwork } from '../../tests/harness/network.js';
import { newReceiver, verified } from '../../tests/harness/receiver.js';
import { until } from '../../tests/harness/until.js';
import { pressCopy, startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => {
  it = await startConsole({ outside: { ...aNetwork({}), allowedHosts: ['receiver.example'] } });
  for (const sender of it.service.senders()) await sender.start();
});
afterAll(() => it.close());

test('a webhook from its making to its end: a secret shown once, a test, what failed sent again, switched off and on', async () => {
  const shop = await it.newShop();
  const receiver = await newReceiver();
  const { page, faults, close } = await it.openPage('/settings/integrations', { person: shop.owner });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'No system is told yet' }).waitFor();

  // Everything is chosen until somebody chooses.
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Web shop');
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('checkbox', { name: 'Tokens and storage' }).uncheck();
  // What was typed and chosen outlives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  await until(async () => (await page.getByLabel('Name', { exact: true }).inputValue()) === 'Web shop');
  assert.equal(await page.getByLabel('the storage is nearly full').isChecked(), false);
  await press('Create webhook');
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close without copying the secret?' });
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'detached' });
  await pressCopy(page, 'Copy secret');
  await press('I have stored it');

  await page.getByRole('heading', { name: 'Web shop', level: 1 }).waitFor();
  await page.getByText('Told of 18 of 20 things').waitFor();
  await page.getByText('Nothing sent yet').waitFor();
  await press('Send a test');
  await page.getByText('The test was taken').waitFor();
  await page.getByText('Working', { exact: true }).waitFor();
  const [first] = receiver.received;
  assert.ok(first !== undefined);
  assert.equal(Object(verified(secret, first, it.service.clock.now())).type, 'webhook.test');

  // What the receiver says of a failure is shown, and what failed goes out again.
  receiver.answerWith((response) => void response.writeHead(500).end('No such table: screens'));
  await press('Send a test');
  await page.getByText('The test was not taken').waitFor();
  await page.getByText('No such table: screens').first().waitFor();
  await page.getByText('Failed', { exact: true }).first().click();
  // The one that was taken leaves the list.
  const details = page.getByRole('button', { name: 'Details of A test' });
  await until(async () => (await details.count()) === 1);
  await details.click();
  assert.match((await page.getByLabel('What was sent').textContent()) ?? '', /"type": "webhook\.test"/);
  receiver.answerWith((response) => void response.writeHead(204).end());
  // A test is sent again alone; this one is made something that the shop would miss.
  const text = `update webhook_deliveries set type = 'token.expiring' where merchant_id = $1 and state = 'failed'`;
  await it.service.db.rows({ text, values: [shop.id] });
  await page.reload();
  await press('Send all that failed again');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Nothing has failed.').waitFor();
  // It waits no longer among the failed ones, and goes out by itself.
  await until(() => receiver.received.length === 3);
  assert.deepEqual(receiver.ids()[1], receiver.ids()[2]);

  // Typed work is not lost by a slip; with a new secret both sign for a day.
  await press('Edit');
  await dialog.getByLabel('Name', { exact: true }).fill('Web shop, new');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go back' }).click();
  await page.reload();
  await press('Edit');
  await dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Web shop, new', level: 1 }).waitFor();
  await press('New secret');
  await press('Make a new secret');
  const newer = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
  await pressCopy(page, 'Copy secret');
  await press('I have stored it');
  await page.getByText('the secret before it signs too').waitFor();
  await press('Send a test');
  await until(() => receiver.received.length === 4);
  const last = receiver.received.at(-1);
  assert.ok(last !== undefined);
  for (const one of [secret, newer]) assert.ok(verified(one, last, it.service.clock.now()));

  await page.getByRole('link', { name: 'History', exact: true }).click();
  await page.getByText('What happened to “Web shop, new”').waitFor();
  await page.goBack();

  await press('Switch off');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('This webhook is switched off').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0);
  await press('Switch on');
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  await press('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No system is told yet' }).waitFor();
  for (const one of [secret, newer]) assert.equal((await page.content()).includes(one), false);
  assert.deepEqual(faults, []);
  await close();
});
