import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { callTool } from '../../tests/harness/ai-keys.js';
import { askedFor, newClientId, redeem, REDIRECT, showTo, tokensOf } from '../../tests/harness/connections.js';
import { newPerson, PERSON_PASSWORD } from '../../tests/harness/console.js';
import { startConsole, type TestConsole } from './console-browser.js';

let it: TestConsole;
beforeAll(async () => void (it = await startConsole()));
afterAll(() => it.close());

test('a person makes a key, an assistant uses it, and an owner revokes it', async () => {
  const { staff, owner } = await it.newShop();
  const { page, faults, close } = await it.openPage('/account', { person: staff });
  await page.getByRole('button', { name: 'New key' }).click();
  // The page behind it has a field of that name, too.
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Claude on my laptop');
  await page.getByLabel('Add media and tags').check();
  assert.equal(await page.getByLabel('Publish').isChecked(), false);
  await page.getByText('7 days').click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const value = (await page.getByLabel('Key', { exact: true }).textContent()) ?? '';
  assert.match(value, /^vitrine_ai_[\w-]{43}$/);
  const file = JSON.parse((await page.getByLabel('For Cursor and others: a file').textContent()) ?? '{}');
  assert.equal(file.mcpServers.vitrine.headers.Authorization, `Bearer ${value}`);
  await page.getByRole('button', { name: 'Copy file' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const { data } = await callTool(it.service.url, value, 'about', {});
  assert.deepEqual(Object(data['key']).permissions, ['look', 'add']);
  const keys = page.getByRole('list', { name: 'Your assistants' });
  await keys.getByText('Claude on my laptop').waitFor();
  assert.deepEqual(faults, []);
  await close();

  const office = await it.openPage('/settings/integrations', { person: owner });
  await office.page.getByRole('button', { name: 'Revoke Claude on my laptop of Stella Staff' }).click();
  await office.page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await office.page.getByText('Claude on my laptop no longer works.').waitFor();
  assert.equal((await callTool(it.service.url, value, 'about', {})).status, 401);
  assert.deepEqual(office.faults, []);
  await office.close();
});

test('an assistant is connected through the sign-in, with nothing of what it asked lost, and disconnected', async () => {
  const { staff } = await it.newShop();
  const clientId = await newClientId(it.service);
  // The router would read it as a number, and round it.
  const state = '12345678901234567890';
  const { page, faults, close } = await it.openPage(`/authorize?${askedFor(clientId, { state })}`);
  await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: 'back', contentType: 'text/plain' }));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill(staff.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByText('The answer goes to claude.example').waitFor();
  assert.equal(await page.getByLabel('Publish').isChecked(), false);
  await page.getByLabel('Prepare playlists and campaigns').uncheck();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`${REDIRECT}*`);
  const answer = new URL(page.url()).searchParams;
  assert.equal(answer.get('state'), state);
  const { json } = await redeem(it.service, clientId, answer.get('code'));
  assert.equal(json['scope'], 'look add');
  const { access_token: value } = tokensOf(json);
  assert.equal((await showTo(it.service, value)).status, 200);

  await page.goto(`${it.service.url}/account`);
  await page.getByRole('button', { name: 'Disconnect Claude' }).click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.getByText('Claude no longer works.').waitFor();
  assert.equal((await showTo(it.service, value)).status, 401);
  // What was answered is kept no longer.
  await page.goto(`${it.service.url}/connect`);
  await page.getByRole('heading', { name: 'No assistant is asking' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('who says no, or is asked by a stranger, is led nowhere by itself; no page of another site can frame the question', async () => {
  const { staff } = await it.newShop();
  const clientId = await newClientId(it.service);
  const { page, faults, close } = await it.openPage(`/authorize?${askedFor(clientId)}`, { person: staff });
  await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: 'back', contentType: 'text/plain' }));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${REDIRECT}?error=access_denied*`);
  const bent = askedFor(clientId, { redirect_uri: 'https://evil.example/' });
  const response = await page.goto(`${it.service.url}/authorize?${bent}`);
  assert.match(response?.headers()['content-security-policy'] ?? '', /frame-ancestors 'none'/);
  await page.getByText('The answer would go to an address that Claude has not named.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Back to/ }).count(), 0);
  await page.goto(`${it.service.url}/authorize?${askedFor(clientId, { code_challenge_method: 'plain' })}`);
  await page.getByRole('button', { name: 'Back to claude.example' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/connect');
  assert.deepEqual(faults, []);
  await close();
});

test('the yes is for the merchant that the page names, also where changing it did not work', async () => {
  const [first, second] = [await it.service.newMerchant(), await it.service.newMerchant()];
  await it.service.db.rows({ text: `update merchants set name = 'The other' where id = $1`, values: [second.id] });
  const person = await newPerson(it.service, { [first.id]: 'staff', [second.id]: 'staff' }, 'Stella Staff');
  const clientId = await newClientId(it.service);
  const { page, close } = await it.openPage(`/authorize?${askedFor(clientId)}`, { person });
  await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: 'back', contentType: 'text/plain' }));
  const select = page.getByLabel('At which merchant');
  const shown = await select.inputValue();
  const other = shown === first.id ? second.id : first.id;
  await page.route('**/api/console/v1/me', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_request' } }),
  );
  await select.selectOption(other);
  await page.getByText('The merchant was not changed').waitFor();
  await page.unroute('**/api/console/v1/me');
  assert.equal(await select.inputValue(), shown);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`${REDIRECT}*`);
  const text = 'select merchant_id from ai_codes where person_id = $1';
  assert.deepEqual(await it.service.db.rows({ text, values: [person.id] }), [{ merchant_id: shown }]);
  await close();
});

test.each(['the pointer moves', 'a key is pressed'])(
  'enables Connect only after half a second and once %s',
  async (event) => {
    const { staff } = await it.newShop();
    const { page, close } = await it.openPage('/account', { person: staff });
    // The page's timers of 500 ms end when the test says so.
    await page.addInitScript(`{
      const { setTimeout: start } = window;
      const held = [];
      window.setTimeout = (work, ms) => (ms === 500 ? held.push(work) : start(work, ms));
      window.endHalfSecond = () => held.forEach((work) => work());
    }`);
    await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: 'back', contentType: 'text/plain' }));
    const act = () => (event === 'a key is pressed' ? page.keyboard.press('Tab') : page.mouse.move(200, 200));
    const endHalfSecond = () => page.evaluate('endHalfSecond()');
    const question = `${it.service.url}/authorize?${askedFor(await newClientId(it.service))}`;
    const button = page.getByRole('button', { name: 'Connect', exact: true });

    await page.goto(question);
    await button.waitFor();
    await act();
    assert.equal(await button.isDisabled(), true);
    await endHalfSecond();
    await button.click();
    await page.waitForURL(`${REDIRECT}*`);

    await page.goto(question);
    await button.waitFor();
    await endHalfSecond();
    assert.equal(await button.isDisabled(), true);
    await act();
    await button.click();
    await page.waitForURL(`${REDIRECT}*`);
    await close();
  },
);
