import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { NO_METADATA } from './metadata.js';
import { readMetadata } from './read-metadata.js';
import { makePng } from './test-files/images.js';
import { makeMp4, makeMp4WithCompactSizes, makeMp4WithEndlessFragment } from './test-files/mp4.js';
import { sourceOf } from './test-files/source-of.js';
import { makeEndlessWebm } from './test-files/webm.js';

const SIZE = { width: 64, height: 48 };
const png = () => sourceOf(makePng(SIZE), 'image/png');
const mp4 = () => sourceOf(makeMp4({ ...SIZE, seconds: 3 }), 'video/mp4');
const endless = () => sourceOf(makeEndlessWebm(), 'video/webm');

async function assertStillReads(): Promise<void> {
  assert.deepEqual(await readMetadata(png()), { ...SIZE, durationSeconds: null });
  assert.deepEqual(await readMetadata(mp4()), { ...SIZE, durationSeconds: 3 });
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  return { result: await work, ms: performance.now() - start };
}

test('a file that makes its parser loop is given up, while the event loop goes on turning', async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 10);
  const { result, ms } = await timed(readMetadata(endless()));
  clearInterval(turning);
  assert.deepEqual(result, NO_METADATA);
  assert.ok(ms < 20_000);
  assert.ok(turns > ms / 40);
  await assertStillReads();
});

test('a shorter limit holds for a loop, and for those who only wait behind one', async () => {
  const all = Array.from({ length: 6 }, () => timed(readMetadata(endless(), { limitMs: 600 })));
  for (const { result, ms } of await Promise.all(all)) {
    assert.deepEqual(result, NO_METADATA);
    assert.ok(ms < 5_000);
  }
  await assertStillReads();
});

test('a file that takes more memory than its parser may have costs the answer, not the server', async () => {
  for (const bytes of [makeMp4WithCompactSizes(), makeMp4WithEndlessFragment()]) {
    // How much memory it takes is the parser's affair: an answer that it gives is right, and the server goes on.
    const result = await readMetadata(sourceOf(bytes, 'video/mp4'));
    assert.deepEqual(result, result.width === null ? NO_METADATA : { width: 64, height: 64, durationSeconds: 1 });
    await assertStillReads();
  }
});

test('storage that fails, gives less than asked or never answers costs the answer within the limit', async () => {
  const failing = () => Promise.reject(new Error('the store is away'));
  const empty = () => Promise.resolve(new Uint8Array(0));
  const hanging = () => new Promise<Uint8Array>(() => undefined);
  for (const good of [png(), mp4()]) {
    for (const read of [failing, empty, hanging]) {
      const { result, ms } = await timed(readMetadata({ ...good, read }, { limitMs: 700 }));
      assert.deepEqual(result, NO_METADATA);
      assert.ok(ms < 5_000);
    }
  }
  await assertStillReads();
});

test('slow storage is no silence: a read may take longer than a parser may think', async () => {
  const { read, ...good } = mp4();
  const slow: typeof read = async (range) => {
    await sleep(2500);
    return read(range);
  };
  assert.deepEqual(await readMetadata({ ...good, read: slow }), { ...SIZE, durationSeconds: 3 });
});

test('a file cannot have more read than its budget', async () => {
  const boxes = Buffer.alloc(40_000_000);
  makeMp4({ ...SIZE, seconds: 1 }).copy(boxes, 0, 0, 24);
  // A box every 200,000 bytes, so that the walk never finds its index nor an end of its reads.
  for (let at = 24; at < boxes.length; at += 200_000) boxes.write('\0\x03\x0d\x40free', at, 'latin1');
  const walk = sourceOf(boxes, 'video/mp4');
  assert.deepEqual(await readMetadata(walk), NO_METADATA);
  assert.ok(walk.ranges.length <= 64);
  const index = sourceOf(makeMp4({ ...SIZE, seconds: 1, samples: 5_000_000 }), 'video/mp4');
  assert.deepEqual(await readMetadata(index), NO_METADATA);
  assert.equal(index.ranges.length, 1);
});

test('fifty files at once are all read, and of five hundred the ones beyond the queue are answered at once', async () => {
  const fifty = Array.from({ length: 50 }, (_, index) => readMetadata(index % 2 === 0 ? png() : mp4()));
  for (const [index, read] of (await Promise.all(fifty)).entries()) {
    assert.deepEqual(read, { ...SIZE, durationSeconds: index % 2 === 0 ? null : 3 });
  }
  const many = await Promise.all(Array.from({ length: 500 }, () => readMetadata(png())));
  assert.equal(many.filter(({ width }) => width === SIZE.width).length, 102);
  assert.equal(many.filter(({ width }) => width === null).length, 398);
});

test('a parser that is killed from outside is replaced', async () => {
  await assertStillReads();
  const parsers = childrenOf(process.pid);
  assert.ok(parsers.length > 0);
  for (const pid of parsers) process.kill(pid, 'SIGKILL');
  await sleep(200);
  await assertStillReads();
});

test('a server that has nothing else to do ends, and its parser with it', async () => {
  const server = startServer('await endless();');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});

for (const [moment, afterMs] of [
  ['as soon as its parser starts', 0],
  ['while its parser starts', 150],
  ['while its parser is in a loop', 1200],
] as const) {
  test(`a server that is killed ${moment} leaves no process behind`, async () => {
    const server = startServer('void endless(); setInterval(() => undefined, 1000);');
    const parsers = await untilSome(() => childrenOf(server.pid ?? 0));
    await sleep(afterMs);
    server.kill('SIGKILL');
    await once(server, 'exit');
    for (let waited = 0; parsers.some(isRunning) && waited < 10_000; waited += 100) await sleep(100);
    const left = parsers.filter(isRunning);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    assert.deepEqual(left, []);
  });
}

// A process that reads metadata with the built code, as the service does.
function startServer(body: string): ChildProcess {
  const built = new URL('../../../dist/uploads/metadata/read-metadata.js', import.meta.url);
  const code = `
    import { readMetadata } from '${built.href}';
    const bytes = Buffer.from('${Buffer.from(makeEndlessWebm()).toString('base64')}', 'base64');
    const read = async ({ start, endInclusive }) => bytes.subarray(start, endInclusive + 1);
    const endless = () => readMetadata({ sizeBytes: bytes.length, mimeType: 'video/webm', read });
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
}

async function untilSome(find: () => number[]): Promise<number[]> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = find();
    if (found.length > 0) return found;
    await sleep(10);
  }
  throw new Error('No parser was started.');
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*parser-process/.exec(line))
    .filter((found) => Number(found?.[2]) === parent)
    .map((found) => Number(found?.[1]));
}

function isRunning(pid: number): boolean {
  return execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .some((line) => Number.parseInt(line, 10) === pid && line.includes('parser-process'));
}
