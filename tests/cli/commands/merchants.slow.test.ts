// A merchant's own affairs as commands, and what the server that runs beside them makes of it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { SCOPES } from '@vitrine/contract/scopes';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import { poll } from '../../harness/command-line.js';
import { importExample, MERCHANT, newInstallation, toFields, type Installation } from './installation.js';

let vitrine: Installation;

beforeAll(async () => {
  vitrine = await newInstallation();
  await vitrine.serve();
  await importExample(vitrine);
});
afterAll(() => vitrine.remove());

describe('merchants', () => {
  test('one is created, and shown as a table to people and as JSON to programs', async () => {
    const args = ['--name', 'Harbour Books', '--time-zone', 'Europe/Lisbon', '--plan', 'basic', '--quota', '500MB'];
    const { id, createdAt, ...merchant } = await vitrine.repeated.json('merchant', 'create', ...args);
    assert.deepEqual(merchant, {
      name: 'Harbour Books',
      timeZone: 'Europe/Lisbon',
      suspended: false,
      plan: 'basic',
      planEndsAt: null,
      planAllowsWrites: true,
      storageQuotaBytes: 500 * 1024 ** 2,
      storageUsedBytes: 0,
      screensMax: null,
      storageReservedBytes: 0,
      defaultItemSeconds: 10,
      screenCodecs: ['h264', 'vp8', 'vp9'],
      screenMaxWidth: 3840,
      screenMaxHeight: 2160,
    });
    const shown = await vitrine.repeated.run('merchant', 'show', String(id).toUpperCase());
    assert.deepEqual(toFields(shown.stdout), [
      ['id', id],
      ['name', 'Harbour Books'],
      ['time zone', 'Europe/Lisbon'],
      ['suspended', 'no'],
      ['plan', 'basic'],
      ['plan ends at', '-'],
      ['plan allows writes', 'yes'],
      ['storage quota bytes', '524288000'],
      ['storage used bytes', '0'],
      ['screens max', '-'],
      ['storage reserved bytes', '0'],
      ['default item seconds', '10'],
      ['screen codecs', 'h264 vp8 vp9'],
      ['screen max width', '3840'],
      ['screen max height', '2160'],
      ['created at', createdAt],
    ]);
    const table = toFields((await vitrine.repeated.run('merchant', 'list')).stdout);
    assert.deepEqual(table[0], ['id', 'name', 'plan', 'suspended', 'used bytes', 'quota bytes']);
    assert.deepEqual(table[2], [id, 'Harbour Books', 'basic', 'no', '0', '524288000']);
  });

  test('several are created at once', async () => {
    const names = ['One', 'Two', 'Three'];
    const made = await Promise.all(names.map((name) => vitrine.json('merchant', 'create', '--name', name)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 3);
    const listed = (await vitrine.repeated.json('merchant', 'list')) as unknown as { name: string }[];
    assert.deepEqual(
      listed
        .map(({ name }) => name)
        .filter((name) => names.includes(name))
        .sort(),
      [...names].sort(),
    );
  });

  test('a name with control characters cannot disturb the terminal', async () => {
    const { id } = await vitrine.repeated.json('merchant', 'create', '--name', 'Red \u001b[31m Shop');
    const { stdout } = await vitrine.repeated.run('merchant', 'show', String(id));
    assert.ok(stdout.includes('Red \u{fffd}[31m Shop') && !stdout.includes('\u001b'));
  });
});

describe('people', () => {
  test('a made password is printed once; a given one never', async () => {
    const order = ['person', 'create', '--merchant', MERCHANT, '--role', 'admin', '--name', 'Ada'];
    const { id, password, ...ada } = await vitrine.repeated.json(...order, '--email', 'ada@example.com');
    assert.deepEqual(ada, { email: 'ada@example.com', name: 'Ada', role: 'admin' });
    assert.match(String(password), /^[A-Za-z0-9]{16}$/);
    const given = await vitrine.repeated.run('person', 'set-password', String(id), '--password', 'a better password');
    assert.deepEqual(toFields(given.stdout), [
      ['id', id],
      ['email', 'ada@example.com'],
      ['name', 'Ada'],
    ]);
    const made = toFields((await vitrine.repeated.run('person', 'set-password', String(id))).stdout);
    assert.equal(made[3]?.[0], 'password');
  });

  test('those of a merchant are listed by name, as a table and as JSON; of no merchant, it is told', async () => {
    const { id: merchant } = await vitrine.repeated.json('merchant', 'create', '--name', 'Harbour Books');
    const list = ['person', 'list', String(merchant)];
    assert.equal(
      (await vitrine.repeated.run(...list)).stdout,
      'No people yet. «vitrine-server person create …» adds one.\n',
    );
    const create = ['person', 'create', '--merchant', String(merchant), '--role', 'owner'];
    const { id } = await vitrine.repeated.json(...create, '--name', 'Zoe', '--email', 'zoe@example.com');
    await vitrine.repeated.json(...create, '--name', 'Bo', '--email', 'bo@example.com');
    const [head, bo, zoe] = toFields((await vitrine.repeated.run(...list)).stdout);
    assert.deepEqual(head, ['id', 'email', 'name', 'role', 'joined at', 'last active at']);
    assert.deepEqual([bo?.[1], zoe?.slice(0, 4)], ['bo@example.com', [id, 'zoe@example.com', 'Zoe', 'owner']]);
    const { 1: listed } = await vitrine.repeated.json(...list);
    const [joinedAt, lastActiveAt] = [zoe?.[4], null];
    assert.deepEqual(listed, { id, email: 'zoe@example.com', name: 'Zoe', role: 'owner', joinedAt, lastActiveAt });
    const missing = await vitrine.repeated.run('person', 'list', exampleId('nobody', 0));
    assert.deepEqual(missing, { code: 1, stdout: '', stderr: 'There is no such merchant.\n' });
  });
});

describe('tokens', () => {
  const order = (name: string, ...scopes: string[]) => [
    'token',
    'create',
    '--merchant',
    MERCHANT,
    '--name',
    name,
    '--days',
    '90',
    '--scope',
    ...scopes,
  ];

  test('the value is printed once, works at the running server, and is in no later answer', async () => {
    const { token, ...shown } = await vitrine.repeated.json(...order('Till', 'tags:write', 'media:read'));
    assert.match(String(token), /^vitrine_[A-Za-z0-9_-]{43}$/);
    assert.equal((await vitrine.get('/media?limit=1', String(token))).status, 200);
    assert.equal((await vitrine.get('/campaigns', String(token))).status, 403);
    const { stdout } = await vitrine.repeated.run('token', 'list', MERCHANT);
    assert.ok(!stdout.includes(String(token)));
    const row = toFields(stdout).find(([id]) => id === shown['id']);
    assert.deepEqual(row?.slice(1, 5), ['Till', shown['lastFour'], 'active', 'media:read tags:read tags:write']);
  });

  test('for people it is a table with the value in it', async () => {
    const { stdout } = await vitrine.repeated.run(...order('Shelf', ...SCOPES));
    const fields = toFields(stdout);
    assert.deepEqual(
      fields.map(([name]) => name),
      ['id', 'name', 'scopes', 'last four', 'created at', 'expires at', 'token'],
    );
    assert.equal((await vitrine.get('/tags', fields[6]?.[1] ?? '')).status, 200);
  });

  test('the eleventh active one is refused, also when several are asked for at once', async () => {
    const orders = Array.from({ length: 8 }, (_, at) => order(`Extra ${at}`, 'tags:read'));
    const asked = await Promise.all(orders.map((one) => vitrine.run(...one)));
    const refused = asked.filter(({ code }) => code === 1);
    const rows = (await vitrine.repeated.json('token', 'list', MERCHANT)) as unknown as { state: string }[];
    assert.equal(rows.filter(({ state }) => state === 'active').length, 10);
    assert.deepEqual(
      refused.map(({ stderr }) => stderr),
      refused.map(() => 'The merchant has 10 active tokens, which is the most. Revoke one first.\n'),
    );
    assert.equal(refused.length, 2);
  });
});

describe('a change counts at the running server, as a rule at the next request', () => {
  const till = EXAMPLE_SECRETS.read;
  const status = () => vitrine.get('/tags', till).then((answer) => answer.status);
  const becomes = async (wished: number) => assert.equal(await poll(status, (now) => now === wished), wished);

  test('merchant suspend and resume', async () => {
    await becomes(200);
    assert.equal((await vitrine.repeated.json('merchant', 'suspend', MERCHANT))['suspended'], true);
    await becomes(401);
    assert.equal((await vitrine.repeated.json('merchant', 'resume', MERCHANT))['suspended'], false);
    await becomes(200);
  });

  test('merchant set-plan: an end that has passed, and none; what is left out stays', async () => {
    const ended = await vitrine.repeated.json('merchant', 'set-plan', MERCHANT, '--ends-at', '2026-01-01');
    assert.deepEqual([ended['planEndsAt'], ended['plan']], ['2026-01-01T00:00:00.000Z', 'pro']);
    await becomes(401);
    const args = ['--ends-at', 'never', '--name', 'plus', '--allows-writes', 'no', '--quota', '2GB'];
    const plan = await vitrine.repeated.json('merchant', 'set-plan', MERCHANT, ...args);
    assert.deepEqual(
      [plan['planEndsAt'], plan['plan'], plan['planAllowsWrites'], plan['storageQuotaBytes']],
      [null, 'plus', false, 2 * 1024 ** 3],
    );
    await becomes(200);
  });

  test('token revoke; revoking again changes nothing', async () => {
    const revoked = await vitrine.repeated.json('token', 'revoke', exampleId('token', 1));
    assert.equal(revoked['state'], 'revoked');
    await becomes(401);
    assert.deepEqual(
      await vitrine.repeated.json('token', 'revoke', exampleId('token', 1), '--merchant', MERCHANT),
      revoked,
    );
    assert.equal((await vitrine.get('/tags', EXAMPLE_SECRETS.all)).status, 200);
  });
});

test('screens that came with an archive are listed without a key, and removed by a command', async () => {
  const id = exampleId('screen', 0);
  const [merchant, name, createdAt] = [exampleId('merchant', 7), 'Shop window', '2026-01-01T00:00:00.000Z'];
  const { merchant: like, format } = exampleArchive();
  const screens = [{ id, name, orientation: 'portrait', timeZone: null, tagIds: [], createdAt }];
  const archive = { format, merchant: { ...like, id: merchant, name: 'Wall' }, screens };
  await writeFile(join(vitrine.folder.path, 'screens.json'), JSON.stringify(archive));
  await vitrine.repeated.json('import', 'screens.json');
  const unseen = { timeZone: null, pairedAt: null, lastSeenAt: null, playerVersion: null, faults: 0 };
  assert.deepEqual(await vitrine.repeated.json('screen', 'list', merchant), [
    { id, name, orientation: 'portrait', ...unseen },
  ]);
  assert.deepEqual(await vitrine.repeated.json('screen', 'remove', id), { id, name, removed: true });
  const { stderr } = await vitrine.repeated.run('screen', 'remove', id);
  assert.equal(stderr.trim(), 'There is no such screen.');
  assert.deepEqual(await vitrine.repeated.json('screen', 'list', merchant), []);
  const plan = await vitrine.repeated.json('merchant', 'set-plan', merchant, '--screens', '3');
  assert.equal(plan['screensMax'], 3);
  assert.equal((await vitrine.repeated.json('merchant', 'set-plan', merchant, '--screens', 'any'))['screensMax'], null);
});

test('changes renew begins every feed anew: a cursor of before is refused', async () => {
  const cursorOf = async (query = ''): Promise<[number, string]> => {
    const { status, body } = await vitrine.get(`/changes${query}`, EXAMPLE_SECRETS.all);
    return [status, String(Object(body).nextCursor)];
  };
  const [, cursor] = await cursorOf();
  assert.equal((await cursorOf(`?cursor=${cursor}`))[0], 200);
  const { renewed } = await vitrine.repeated.json('changes', 'renew');
  assert.ok(Number(renewed) >= 1);
  assert.equal((await cursorOf(`?cursor=${cursor}`))[0], 400);
  assert.equal((await cursorOf(`?cursor=${(await cursorOf())[1]}`))[0], 200);
});

test('activity is a table or JSON, newest first', async () => {
  const { id } = await vitrine.repeated.json('merchant', 'create', '--name', 'Quiet');
  const order = ['--merchant', String(id), '--name', 'Till', '--days', '7', '--scope', 'tags:read'];
  const token = await vitrine.repeated.json('token', 'create', ...order);
  const [head, row, ...others] = toFields((await vitrine.repeated.run('activity', String(id))).stdout);
  assert.deepEqual(head, ['at', 'kind', 'person', 'token id', 'token', 'last four', 'details', 'request id']);
  assert.deepEqual([row?.[0], row?.[1]], [token['createdAt'], 'token.issued']);
  assert.deepEqual(
    others.map(([, kind]) => kind),
    ['merchant.created'],
  );
  const entries: unknown = await vitrine.repeated.json('activity', String(id));
  assert.deepEqual(
    (entries as { kind: string }[]).map(({ kind }) => kind),
    ['token.issued', 'merchant.created'],
  );
});
