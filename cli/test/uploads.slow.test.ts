import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { holdOnTheWay } from '../../tests/harness/hold-on-the-way.js';
import { finish, startBuiltService, untilItSays, type BuiltService } from './built-service.js';

let service: BuiltService;
beforeAll(async () => {
  service = await startBuiltService();
});
afterAll(() => service.close());

const run = (...args: string[]) => service.repeat(args, { env: service.login });
const taggedNames = async (tag: string): Promise<string[]> => {
  const { stdout } = await run('media', 'list', '--tag', tag, '--all', '--json');
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name).toSorted();
};

let folders = 0;
async function aFolder(files: Readonly<Record<string, number>>): Promise<string> {
  const folder = join(service.folder, `files-${(folders += 1)}`);
  await mkdir(join(folder, 'below'), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), randomBytes(bytes));
  return folder;
}

const many = (count: number, bytes: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`pic-${String(at).padStart(2, '0')}.png`, bytes]));

test('upload brings files into the library, with tags, and sums up; a second run finds duplicates', async () => {
  const folder = await aFolder({ 'a.png': 5_000, 'b.webp': 6_000, 'c.mp4': 7_000 });
  const paths = ['a.png', 'b.webp', 'c.mp4'].map((name) => join(folder, name));
  // With pipes of its own.
  const first = await service.run(['media', 'upload', ...paths, '--tag', 'First run'], { env: service.login });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /3 uploaded \(17\.6 KB in .*\), 0 duplicates, 0 failed\.\n$/);
  assert.ok(!(first.stdout + first.stderr).includes('\u001b'), 'no bars into a pipe');
  assert.deepEqual(await taggedNames('First run'), ['a', 'b', 'c']);
  const second = await run('media', 'upload', ...paths);
  assert.match(second.stdout, /0 uploaded .* 3 duplicates, 0 failed/);
});

test('upload prints a warning with the names of files that are no images or videos', async () => {
  const folder = await aFolder(many(4, 50));
  await writeFile(join(folder, 'pic-00.png'), Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1'));
  const paths = Object.keys(many(4, 0)).map((name) => join(folder, name));
  const { code, stderr } = await run('media', 'upload', ...paths.slice(0, 2));
  const warning = 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.';
  assert.deepEqual([code, stderr], [0, `Warning for 1 file (${paths[1]}): ${warning}\n`]);
  const asJson = await run('media', 'upload', ...paths, '--json');
  const { uploaded, duplicates } = JSON.parse(asJson.stdout) as Record<string, { warnings: string[] }[]>;
  const warnings = [duplicates, uploaded].map((files) => files?.map((file) => file.warnings));
  assert.deepEqual(warnings, [
    [[], [warning]],
    [[warning], [warning]],
  ]);
});

test('what fails is named with its reason; the rest goes on; the exit code is 1', async () => {
  const folder = await aFolder({ 'good.png': 100, 'notes.txt': 100 });
  const paths = ['good.png', 'notes.txt', 'missing.png'].map((name) => join(folder, name));
  const { code, stdout, stderr } = await run('media', 'upload', ...paths);
  assert.equal(code, 1);
  assert.match(stdout, /1 uploaded .*, 2 failed/);
  assert.match(stderr, /notes\.txt: What kind of file[^]*missing\.png: there is no such file/);
  const quiet = await run('media', 'upload', ...paths, '--quiet');
  assert.deepEqual([quiet.stdout, quiet.stderr.startsWith('Failed:')], ['', true]);
  const asJson = JSON.parse((await run('media', 'upload', ...paths, '--json')).stdout) as Record<string, unknown[]>;
  assert.deepEqual([asJson['uploaded']?.length, asJson['duplicates']?.length, asJson['failed']?.length], [0, 1, 2]);
});

test('a token that is refused ends the whole batch', async () => {
  const folder = await aFolder(many(5, 50));
  const env = { ...service.login, VITRINE_TOKEN: 'vitrine_wrong' };
  const paths = Object.keys(many(5, 50)).map((name) => join(folder, name));
  const { code, stderr } = await service.run(['media', 'upload', '--at-once', '1', ...paths], { env });
  assert.equal(code, 1);
  assert.match(stderr, /4 files not tried/);
});

test('a reader that has seen enough ends no uploads, and the exit code stays true', async () => {
  const folder = await aFolder(many(4, 60));
  const paths = [...Object.keys(many(4, 0)), 'missing.png'].map((name) => join(folder, name));
  const args = ['media', 'upload', ...paths, '--tag', 'Unread', '--at-once', '1'];
  const child = service.start(args, { env: service.login });
  child.stdout?.destroy();
  child.stderr?.resume();
  assert.deepEqual(await once(child, 'exit'), [1, null]);
  assert.equal((await taggedNames('Unread')).length, 4);
});

// A service that takes the first five of a batch, and answers nothing from the sixth on: a signal finds the batch under way,
// however late it comes.
async function holdSixth() {
  let started = 0;
  const held = await holdOnTheWay(service.url, ({ method, url = '' }) => {
    if (method === 'POST' && url.endsWith('/media/uploads')) started += 1;
    return started > 5;
  });
  onTestFinished(held.close);
  return { untilHeld: held.untilHeld, env: { ...service.login, VITRINE_URL: held.endpoint } };
}

test('Ctrl-C ends in order with 130, and the same command again finishes the rest', async () => {
  const folder = await aFolder(many(12, 3_000_000));
  const paths = Object.keys(many(12, 0)).map((name) => join(folder, name));
  const args = ['media', 'upload', ...paths, '--tag', 'Interrupted', '--at-once', '2'];
  const { untilHeld, env } = await holdSixth();
  const child = service.start(args, { env });
  const ended = finish(child);
  await untilHeld;
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.equal(code, 130, stderr);
  assert.match(stderr, /Interrupted\. Run the same command again/);
  const rest = await run(...args);
  assert.equal(rest.code, 0, rest.stderr);
  assert.equal((await taggedNames('Interrupted')).length, 12);
});

test('killed half-way, a second run finishes the rest, and no file is there twice', async () => {
  const folder = await aFolder(many(12, 2_000_000));
  const paths = Object.keys(many(12, 0)).map((name) => join(folder, name));
  const args = ['media', 'upload', ...paths, '--tag', 'Killed'];
  const { untilHeld, env } = await holdSixth();
  const child = service.start([...args, '--at-once', '1'], { env });
  const ended = finish(child);
  await untilHeld;
  child.kill('SIGKILL');
  await ended;
  const { code, stdout } = await run(...args);
  assert.equal(code, 0);
  assert.match(stdout, /[1-9]\d* uploaded .*, [1-9]\d* duplicates?, 0 failed/);
  assert.deepEqual(
    await taggedNames('Killed'),
    paths.map((_, at) => `pic-${String(at).padStart(2, '0')}`),
  );
});

test('sync uploads what is new, and running it again does nothing', async () => {
  const folder = await aFolder({ 'one.png': 900, 'below/two.jpg': 901, 'notes.txt': 5, '.hidden.png': 902 });
  const first = await run('media', 'sync', folder, '--tag', 'Synced');
  assert.match(first.stdout, /2 uploaded .* 0 failed, 0 unchanged/);
  const again = await run('media', 'sync', folder, '--tag', 'synced', '--json');
  const nothing = { uploaded: [], duplicates: [], failed: [], notTried: [], unchanged: 2 };
  assert.deepEqual(JSON.parse(again.stdout), nothing);
  await writeFile(join(folder, 'three.png'), randomBytes(903));
  await utimes(join(folder, 'one.png'), new Date(), new Date());
  assert.match((await run('media', 'sync', folder)).stdout, /1 uploaded .* 1 duplicate, 0 failed, 1 unchanged/);
  assert.match((await run('media', 'sync', folder, '--recheck')).stdout, /0 uploaded .* 3 duplicates/);
  assert.deepEqual(await taggedNames('Synced'), ['one', 'two']);
});

test('sync --watch uploads what is added until Ctrl-C', async () => {
  const folder = await aFolder({ 'first.png': 950 });
  const child = service.start(['media', 'sync', folder, '--watch', '--tag', 'Watched'], { env: service.login });
  child.stderr?.resume();
  await untilItSays(child, '1 uploaded');
  const second = untilItSays(child, '1 uploaded');
  await writeFile(join(folder, 'second.png'), randomBytes(951));
  await second;
  assert.deepEqual(await taggedNames('Watched'), ['first', 'second']);
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0);
});

test('changes prints what happened, for people and for programs, and tells where to go on', async () => {
  const start = await run('changes', '--once');
  assert.deepEqual([start.code, start.stdout], [0, '']);
  const cursor = /^--cursor ([\w-]+)\n$/.exec(start.stderr)?.[1] ?? '';
  const folder = await aFolder({ 'told.png': 4_321 });
  assert.equal((await run('media', 'upload', join(folder, 'told.png'))).code, 0);
  const json = await run('changes', '--once', '--json', '--cursor', cursor);
  const lines = json.stdout.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => Object(JSON.parse(line)).type),
    ['media.ready'],
  );
  const people = await run('changes', '--once', '--cursor', cursor);
  assert.match(people.stdout, /^\S+Z {2}media\.ready {9}[0-9a-f-]{36}\n$/);
});
