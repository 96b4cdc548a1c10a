import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_SECRETS, exampleId } from '../../tests/harness/archive-fixture.js';
import { startBuiltService, type BuiltService } from './built-service.js';

let service: BuiltService;
beforeAll(async () => {
  service = await startBuiltService();
});
afterAll(() => service.close());

const run = (...args: string[]) => service.repeat(args, { env: service.login });
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).stdout);

test('login checks the token and stores it for its owner alone; logout forgets it', async () => {
  const before = await service.run(['whoami']);
  assert.equal(before.code, 1);
  assert.match(before.stderr, /vitrine login/);
  const wrong = await service.run(['login', '--url', service.url, '--token-stdin'], { input: 'vitrine_wrong\n' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /ask the merchant for a new one.*\(request [0-9a-f-]{36}\)/);
  const login = await service.run(['login', '--url', service.url, '--token-stdin'], { input: `${service.token}\n` });
  assert.equal(login.code, 0, login.stderr);
  const path = join(service.folder, 'config', 'vitrine', 'config.json');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { baseUrl: service.url, token: service.token });
  const whoami = await service.run(['whoami']);
  assert.match(whoami.stdout, /Web shop \(….{4}\)/);
  const elsewhere = await service.run(['whoami'], { env: { VITRINE_URL: 'http://127.0.0.1:9' } });
  assert.match(elsewhere.stderr, /set VITRINE_TOKEN too/);
  assert.equal((await service.run(['logout'])).code, 0);
  assert.equal((await service.run(['whoami'])).code, 1);
  for (const { stdout, stderr } of [login, whoami, wrong]) assert.ok(!(stdout + stderr).includes(service.token));
});

test('VITRINE_URL and VITRINE_TOKEN come before a login', async () => {
  const { stdout } = await run('whoami', '--json');
  const whoami = JSON.parse(stdout) as { name: string; baseUrl: string; scopes: string[] };
  assert.deepEqual([whoami.name, whoami.baseUrl, whoami.scopes.length], ['Web shop', service.url, 8]);
});

test('every list is a table for people and JSON for programs', async () => {
  for (const [noun, count] of [
    ['media', 60],
    ['campaigns', 7],
    ['playlists', 2],
    ['tags', 5],
  ] as const) {
    const items = await json(noun, 'list', '--all');
    assert.ok(Array.isArray(items));
    assert.equal(items.length, count, noun);
    const table = await run(noun, 'list', '--all');
    assert.equal(table.stdout.trim().split('\n').length, count + 1, noun);
    // Nothing for a terminal goes into a pipe.
    assert.ok(!table.stdout.includes('\u001b'));
  }
});

test('a list is cut at its limit and says that there is more', async () => {
  const { stdout, stderr } = await run('media', 'list', '--limit', '3');
  assert.equal(stdout.trim().split('\n').length, 4);
  assert.match(stderr, /There are more/);
  assert.equal(((await json('media', 'list', '--limit', '3')) as unknown[]).length, 3);
  assert.deepEqual(await json('media', 'list', '--query', 'no such thing'), []);
});

test('media and campaigns are filtered by the name of a tag', async () => {
  const media = (await json('media', 'list', '--tag', ' new  ARRIVALS', '--all')) as { tags: { name: string }[] }[];
  expect(media.length).toBeGreaterThan(0);
  for (const { tags } of media) assert.ok(tags.some(({ name }) => name === 'New arrivals'));
  const unknown = await run('campaigns', 'list', '--tag', 'Nope');
  assert.deepEqual([unknown.code, /There is no tag «Nope»/.test(unknown.stderr)], [1, true]);
});

test('one item is shown by get', async () => {
  const media = (await json('media', 'get', exampleId('media', 0))) as { name: string };
  assert.equal(media.name, 'Item 0001');
  assert.match((await run('media', 'get', exampleId('media', 0))).stdout, /1920×1080/);
  assert.match((await run('campaigns', 'get', exampleId('campaign', 6))).stdout, /running[^]*Portrait[^]*image/);
  assert.match((await run('playlists', 'get', exampleId('playlist', 0))).stdout, /one round[^]*1 {2}image {2}10 s/);
});

test('media tag adds tags', async () => {
  const { stdout } = await run('media', 'tag', exampleId('media', 1), 'Brand new', 'summer');
  assert.match(stdout, /added: Brand new, Summer/);
});

test('a tag is found by every way to write its name that the service takes for the same', async () => {
  const id = exampleId('media', 2);
  assert.equal((await run('media', 'tag', id, 'Große Straße')).code, 0);
  const found = (await json('media', 'list', '--tag', 'GROSSE  strasse')) as { id: string }[];
  assert.deepEqual(
    found.map((media) => media.id),
    [id],
  );
});

test('a refusal says what to do, with the request id, and exits with 1', async () => {
  const missing = await run('media', 'get', exampleId('media', 999));
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /no such media item.*\(request [0-9a-f-]{36}\)/);
  const readOnly = { ...service.login, VITRINE_TOKEN: EXAMPLE_SECRETS.read };
  const refused = await service.run(['media', 'tag', exampleId('media', 1), 'x'], { env: readOnly });
  assert.match(refused.stderr, /tags:write.*vitrine whoami/);
});

test('wrong usage exits with 2, help with 0 and examples, --quiet prints nothing', async () => {
  assert.equal((await run('media', 'list', '--limit', 'many')).code, 2);
  assert.equal((await run('media', 'frobnicate')).code, 2);
  const help = await run('media', 'upload', '--help');
  assert.equal(help.code, 0);
  assert.match(help.stdout, /Examples:\n {2}\$ vitrine media upload/);
  assert.deepEqual(await run('media', 'list', '-q'), { code: 0, stdout: '', stderr: '' });
});

test('a reader that has seen enough is no failure', async () => {
  const child = service.start(['media', 'list', '--all', '--json'], { env: service.login });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.equal(code, 0);
});

test('completion knows every command and option', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await run('completion', shell);
    assert.equal(code, 0);
    for (const word of ['media', 'sync', 'upload', 'whoami', 'at-once'])
      assert.ok(stdout.includes(word), `${shell} ${word}`);
  }
  assert.equal((await run('completion', 'tcsh')).code, 2);
});
