// PUTs to the disk store against a bare node:http program and against dd, and the API beside a running PUT.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { objectPath } from '@vitrine/disk-s3';
import { systemClock } from '../../server/dist/clock.js';
import { newObjectKey } from '../../server/dist/storage/object-key.js';
import { createPresigning } from '../../server/dist/storage/presign-object.js';
import { getRequest, putHead } from '../cases.mjs';
import { cpuSecondsBelow } from '../proc.mjs';
import { startAsked, startFloor } from '../processes.mjs';
import { inRounds, medianOf, mediansOf, ratioOf, ratiosOf } from '../rounds.mjs';
import { storageOf } from '../site.mjs';

const MIB = 1024 * 1024;
const SMALL_MIB = 10;
const SMALL_PUTS = 8;
const CHUNK = randomBytes(MIB);

export async function benchPuts(site, { rounds, putMiB, putRounds }, log) {
  const sender = site.keep(startAsked('load'));
  const directory = join(site.dataDir, 'floor');
  await mkdir(directory, { recursive: true });
  const floor = site.keep(await startFloor('put', { directory }));
  const put = (program, mebibytes, count) => measurePut({ site, sender }, program, mebibytes, count);

  log(`puts: ${SMALL_MIB} MiB`);
  await put(site.server, SMALL_MIB, 2);
  await put(floor, SMALL_MIB, 2);
  const small = await inRounds(2 * rounds, [floor, site.server], (program) => put(program, SMALL_MIB, SMALL_PUTS));
  log(`puts: ${putMiB} MiB`);
  const dd = { name: 'dd' };
  const large = await inRounds(putRounds, [dd, floor, site.server], (program) =>
    program === dd ? measureDd(site, putMiB) : put(program, putMiB, 1),
  );
  log('puts: the API beside one');
  const beside = await inRounds(putRounds, [{ name: 'alone' }, { name: 'during' }], ({ name }) =>
    measurePage(site, name === 'during' && (() => put(site.server, putMiB, 1))),
  );
  const ratio = (measured, to, field) => ratioOf(measured.get('service'), measured.get(to), field);
  const toFloor = (measured) => ({
    cpuToFloor: ratio(measured, 'put', 'cpuSeconds'),
    throughputToFloor: ratio(measured, 'put', 'perSecond'),
  });
  return {
    small: { mebibytes: SMALL_MIB, ...toFloor(small) },
    large: {
      mebibytes: putMiB,
      ...toFloor(large),
      throughputToDd: ratio(large, 'dd', 'perSecond'),
      perSecond: medianOf(large.get('service'), 'perSecond'),
    },
    beside: {
      ...mediansOf(beside.get('during'), ['p50Ms', 'p99Ms']),
      toAlone: ratiosOf(beside.get('during'), beside.get('alone'), ['p50Ms', 'p99Ms']),
    },
  };
}

async function measurePut({ site, sender }, program, mebibytes, count) {
  const isFloor = program.storagePort === undefined;
  const keys = Array.from({ length: count }, () => newObjectKey('video/mp4'));
  const heads = isFloor ? keys.map(() => floorHead(mebibytes)) : signedHeads(program, keys, mebibytes);
  const before = cpuSecondsBelow(program.pid);
  const port = isFloor ? program.port : program.storagePort;
  const { seconds } = await sender.ask({ port, heads, mebibytes, chunk: CHUNK.toString('base64') });
  const cpuSeconds = cpuSecondsBelow(program.pid) - before;
  if (!isFloor) for (const key of keys) await unlink(objectPath(join(site.dataDir, 'objects'), key));
  return { cpuSeconds, perSecond: (mebibytes * count) / seconds };
}

const floorHead = (mebibytes) => `PUT / HTTP/1.1\r\nhost: bench\r\ncontent-length: ${mebibytes * MIB}\r\n\r\n`;

function signedHeads(program, keys, mebibytes) {
  const storage = storageOf(program);
  const { signedPut } = createPresigning({ ...storage, clock: systemClock }, 'checksum');
  const hash = createHash('sha256');
  for (let left = mebibytes; left > 0; left -= 1) hash.update(CHUNK);
  const declared = { contentType: 'video/mp4', sizeBytes: mebibytes * MIB, sha256: hash.digest('hex') };
  return keys.map((key) => putHead(signedPut(key, declared), declared.sizeBytes));
}

async function measureDd(site, mebibytes) {
  const path = join(site.dataDir, 'dd');
  const started = performance.now();
  await promisify(execFile)('dd', ['if=/dev/zero', `of=${path}`, 'bs=1M', `count=${mebibytes}`, 'conv=fsync']);
  const seconds = (performance.now() - started) / 1000;
  await unlink(path);
  return { cpuSeconds: 0, perSecond: mebibytes / seconds };
}

async function measurePage(site, beside) {
  const requests = [getRequest(site.targets.large.token, '/media')];
  const running = beside && beside();
  const page = await site.load.run({ port: site.server.port, requests, connections: 1, seconds: 2 });
  await running;
  return page;
}
