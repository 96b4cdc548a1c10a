import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, test, vi } from 'vitest';
import { ALWAYS, aProgram, type Listed } from './testing/a-program.js';
import { createApi } from './api.js';
import { openDevice, type Device } from './device.js';
import { newFiles } from './testing/new-files.js';
import { Follower, PROGRAM, type KeptPrograms } from './follow-program.js';
import type { Program } from './wire.js';

// The service and its storage in one: the program that it has, and what becomes of who asks for a file.
let program: Program;
let failing: readonly string[];
let spoilt: readonly string[];
let asked: string[];
let wake: () => void = () => undefined;
const server = createServer((request, response) => {
  const [, folder, name = ''] = request.url?.split('/') ?? [];
  if (folder === 'files') {
    asked.push(name);
    const bytes = spoilt.includes(name) ? '?'.repeat(name.length) : name;
    return void response.writeHead(failing.includes(name) ? 503 : 200).end(bytes);
  }
  const answer = (): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(program));
  if (request.headers['if-none-match'] === `"${program.version}"`) wake = answer;
  else answer();
});
let base: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close().closeAllConnections());

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

// A file holds its own name.
function publish(...campaigns: readonly Listed[]): void {
  const made = aProgram(...campaigns);
  const media = made.media.map((one) => ({
    ...one,
    sha256: createHash('sha256').update(one.id).digest('hex'),
    sizeBytes: one.id.length,
    url: `${base}files/${one.id}`,
  }));
  program = { ...made, media };
  wake();
}

async function follow(over: Partial<Device> = {}) {
  [failing, spoilt, asked] = [[], [], []];
  const { device, files } = await newFiles(over);
  const taken: string[][] = [];
  const faults = new Map<string, string>();
  const follower = new Follower(
    {
      api: createApi(base, { secret: null }, { hear: () => undefined }),
      device,
      files,
      onProgram: ({ campaigns }) => void taken.push(campaigns.map(({ name }) => name)),
      onGone: () => undefined,
      onFault: (id, kind) => void (kind === null ? faults.delete(id) : faults.set(id, kind)),
      onFile: () => undefined,
      onProgress: () => undefined,
    },
    { taken: undefined, newest: undefined },
  );
  follower.start();
  // Pauses pass at once; the network takes what it takes.
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  return { follower, device, taken, faults, until };
}

test('a file that a store answers with errors, again and again, is told, and the others come', async () => {
  publish(['All', ALWAYS, 'first', 'second']);
  const { follower, faults, taken, until } = await follow();
  failing = ['first'];
  await until(() => faults.size > 0 && asked.includes('second'));
  assert.deepEqual([[...faults], taken], [[['first', 'not_found']], []]);
  assert.equal(asked.filter((name) => name === 'first').length, 5);
  failing = [];
  await until(() => taken.length > 0);
  assert.deepEqual([[...faults], taken], [[], [['All']]]);
  follower.end();
});

test('what was withdrawn goes while a file of what is new cannot be fetched, and stays away after a start', async () => {
  publish(['Bread', ALWAYS, 'bread'], ['Cake', ALWAYS, 'cake']);
  const { follower, device, faults, taken, until } = await follow();
  await until(() => taken.length > 0);
  failing = ['pie'];
  publish(['Cake', ALWAYS, 'cake'], ['Pie', ALWAYS, 'pie']);
  await until(() => faults.has('pie'));
  assert.deepEqual(taken, [['Bread', 'Cake'], ['Cake']]);
  const kept = await device.get<KeptPrograms>(PROGRAM);
  const names = ({ campaigns }: Program) => campaigns.map(({ name }) => name);
  assert.deepEqual(kept?.taken && names(kept.taken), ['Bread', 'Cake']);
  assert.deepEqual(kept?.newest && names(kept.newest), ['Cake', 'Pie']);
  follower.end();
});

test('what was withdrawn makes room for what does not fit beside it', async () => {
  const [bread, cake] = ['bread'.repeat(8), 'cake'.repeat(10)];
  publish(['Bread', ALWAYS, bread]);
  const { follower, faults, taken, until } = await follow();
  await until(() => taken.length > 0);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 60, usage: 40 }) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  publish(['Cake', ALWAYS, cake]);
  await until(() => taken.length > 2 || faults.size > 0);
  assert.deepEqual([taken, [...faults]], [[['Bread'], [], ['Cake']], []]);
  follower.end();
});

test('a device that cannot write plays what is new all the same, and one that fails is tried again', async () => {
  publish(['All', ALWAYS, 'bread']);
  const { get } = await openDevice('test');
  let failures = 0;
  const { follower, taken, until } = await follow({
    put: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')),
    get: (key) => (++failures === 1 ? Promise.reject(new DOMException('Busy.')) : get(key)),
  });
  await until(() => taken.length > 0);
  assert.deepEqual(taken, [['All']]);
  follower.end();
});

test('a file that is wrong in the store is loaded less and less often, and at once with another program', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  publish(['All', ALWAYS, 'bread']);
  const { follower, faults, taken, until } = await follow();
  spoilt = ['bread'];
  const end = Date.now() + 16 * 60_000;
  await until(() => Date.now() > end);
  assert.deepEqual([[...faults], taken], [[['bread', 'wrong_bytes']], []]);
  assert.ok(asked.length >= 3 && asked.length <= 6, String(asked.length));
  spoilt = [];
  publish(['All', ALWAYS, 'bread'], ['More', ALWAYS, 'cake']);
  await until(() => taken.length > 0);
  assert.deepEqual([[...faults], taken], [[], [['All', 'More']]]);
  follower.end();
});

test('addresses are asked for anew after ten minutes, also when the clock was set back meanwhile', async () => {
  publish(['All', ALWAYS, 'bread']);
  const { follower, taken, until } = await follow();
  await until(() => taken.length > 0);
  assert.equal(await follower.findUrl('bread'), `${base}files/bread`);
  program = { ...program, media: program.media.map((one) => ({ ...one, url: `${one.url}?anew` })) };
  assert.equal(await follower.findUrl('bread'), `${base}files/bread`);
  vi.setSystemTime(Date.now() - 86_400_000);
  assert.equal(await follower.findUrl('bread'), `${base}files/bread?anew`);
  follower.end();
});
