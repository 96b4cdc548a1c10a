import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, test, vi } from 'vitest';
import { until } from '../../../../tests/harness/until.js';
import { NO_METADATA } from './metadata.js';
import { METADATA_LIMIT_MS, readMetadata } from './read-metadata.js';
import { readPatiently } from './test-files/read-patiently.js';
import { makePng } from './test-files/images.js';
import { makeMp4, makeMp4WithCompactSizes, makeMp4WithEndlessFragment } from './test-files/mp4.js';
import { sourceOf } from './test-files/source-of.js';
import { makeEndlessWebm } from './test-files/webm.js';

const SIZE = { width: 64, height: 48 };
const png = () => sourceOf(makePng(SIZE), 'image/png');
const mp4 = () => sourceOf(makeMp4({ ...SIZE, seconds: 3 }), 'video/mp4');
const endless = () => sourceOf(makeEndlessWebm(), 'video/webm');

async function assertStillReads(): Promise<void> {
  assert.deepEqual(await readPatiently(png()), { ...SIZE, durationSeconds: null });
  assert.deepEqual(await readPatiently(mp4()), { ...SIZE, durationSeconds: 3 });
}

test('a file that makes its parser loop is given up, while the event loop goes on turning', async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 10);
  assert.deepEqual(await readMetadata(endless(), METADATA_LIMIT_MS), NO_METADATA);
  clearInterval(turning);
  // A loop in this process would have left no turn at all.
  assert.ok(turns >= 5);
  await assertStillReads();
});

test('a shorter limit holds for a loop, and for those who only wait behind one', async () => {
  const ended: string[] = [];
  const readWithin = async (limitMs: number) => {
    assert.deepEqual(await readMetadata(endless(), limitMs), NO_METADATA);
    ended.push(`${limitMs} ms`);
  };
  await Promise.all([readWithin(5_000), ...Array.from({ length: 6 }, () => readWithin(600))]);
  assert.deepEqual(ended, [...Array<string>(6).fill('600 ms'), '5000 ms']);
  await assertStillReads();
});

test('a file that takes more memory than its parser may have costs the answer, not the server', async () => {
  for (const bytes of [makeMp4WithCompactSizes(), makeMp4WithEndlessFragment()]) {
    // How much memory it takes is the parser's affair: an answer that it gives is right, and the server goes on.
    const result = await readMetadata(sourceOf(bytes, 'video/mp4'), METADATA_LIMIT_MS);
    assert.deepEqual(result, result.width === null ? NO_METADATA : { width: 64, height: 64, durationSeconds: 1 });
    await assertStillReads();
  }
});

test('storage that fails, gives less than asked or never answers costs the answer and no more', async () => {
  const failing = () => Promise.reject(new Error('the store is away'));
  const empty = () => Promise.resolve(new Uint8Array(0));
  const hanging = () => new Promise<Uint8Array>(() => undefined);
  for (const good of [png(), mp4()]) {
    for (const read of [failing, empty, hanging]) {
      assert.deepEqual(await readMetadata({ ...good, read }, 700), NO_METADATA);
    }
  }
  await assertStillReads();
});

test('slow storage is no silence: a read may take longer than a parser may think', async () => {
  const { read, ...good } = mp4();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow: typeof read = (range) => {
    vi.advanceTimersByTime(2500);
    return read(range);
  };
  assert.deepEqual(await readMetadata({ ...good, read: slow }, METADATA_LIMIT_MS), { ...SIZE, durationSeconds: 3 });
});

test('a file cannot have more read than its budget', async () => {
  const boxes = Buffer.alloc(40_000_000);
  makeMp4({ ...SIZE, seconds: 1 }).copy(boxes, 0, 0, 24);
  // A box every 200,000 bytes, so that the walk never finds its index nor an end of its reads.
  for (let at = 24; at < boxes.length; at += 200_000) boxes.write('\0\x03\x0d\x40free', at, 'latin1');
  const walk = sourceOf(boxes, 'video/mp4');
  assert.deepEqual(await readPatiently(walk), NO_METADATA);
  assert.ok(walk.ranges.length <= 64);
  const index = sourceOf(makeMp4({ ...SIZE, seconds: 1, samples: 5_000_000 }), 'video/mp4');
  assert.deepEqual(await readPatiently(index), NO_METADATA);
  assert.equal(index.ranges.length, 1);
});

test('fifty files at once are all read, and of five hundred the ones beyond the queue are answered at once', async () => {
  const fifty = Array.from({ length: 50 }, (_, index) => readPatiently(index % 2 === 0 ? png() : mp4()));
  for (const [index, read] of (await Promise.all(fifty)).entries()) {
    assert.deepEqual(read, { ...SIZE, durationSeconds: index % 2 === 0 ? null : 3 });
  }
  const many = await Promise.all(Array.from({ length: 500 }, () => readPatiently(png())));
  assert.equal(many.filter(({ width }) => width === SIZE.width).length, 102);
  assert.equal(many.filter(({ width }) => width === null).length, 398);
});

test('a parser that is killed from outside is replaced', async () => {
  await assertStillReads();
  const parsers = childrenOf(process.pid);
  assert.ok(parsers.length > 0);
  for (const pid of parsers) process.kill(pid, 'SIGKILL');
  await until(() => parsers.every(isGone));
  await assertStillReads();
});

test('a parser that dies of the file before costs the next file nothing', async () => {
  await assertStillReads();
  const parsers = childrenOf(process.pid);
  assert.ok(parsers.length > 0);
  for (const pid of parsers) process.kill(pid, 'SIGSTOP');
  const reading = readPatiently(png());
  // By now one of them has the file.
  await new Promise(setImmediate);
  for (const pid of parsers) process.kill(pid, 'SIGKILL');
  assert.deepEqual(await reading, { ...SIZE, durationSeconds: null });
});

test('a server that has nothing else to do ends, and its parser with it', async () => {
  const server = startServer('await endless();');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});

for (const [moment, isReached] of [
  ['as soon as its parser starts', () => true],
  ['while its parser is at work', (said: string) => said.includes('asked')],
] as const) {
  test(`a server that is killed ${moment} leaves no process behind`, async () => {
    // A limit that nothing comes up against: the file would be given up while a busy machine still starts its parser.
    const server = startServer('void endless(600_000); setInterval(() => undefined, 1000);');
    let said = '';
    server.stdout?.on('data', (text) => (said += String(text)));
    let parsers: number[] = [];
    await until(() => (parsers = childrenOf(server.pid ?? 0)).length > 0 && isReached(said));
    server.kill('SIGKILL');
    await once(server, 'exit');
    await until(() => !parsers.some(isRunning)).catch(() => undefined);
    const left = parsers.filter(isRunning);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    assert.deepEqual(left, []);
  });
}

// A process that reads metadata with the built code, as the service does.
function startServer(body: string): ChildProcess {
  const built = new URL('../../../dist/uploads/metadata/read-metadata.js', import.meta.url);
  const code = `
    import { METADATA_LIMIT_MS, readMetadata } from '${built.href}';
    const bytes = Buffer.from('${Buffer.from(makeEndlessWebm()).toString('base64')}', 'base64');
    const read = async ({ start, endInclusive }) => {
      process.stdout.write('asked');
      return bytes.subarray(start, endInclusive + 1);
    };
    const endless = (limitMs = METADATA_LIMIT_MS) =>
      readMetadata({ sizeBytes: bytes.length, mimeType: 'video/webm', read }, limitMs);
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

// Not even waiting to be noticed by its parent.
function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
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
