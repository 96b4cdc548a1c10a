import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import type { Queryable } from '../db/db.js';
import { openUnmigrated } from '../db/open-database.js';
import { toMisspelledSentence } from '../settings.js';
import { openStore } from '../storage/open-store.js';
import { hasUploadRoom, UPLOAD_ROOM_MB } from '../storage/upload-room.js';
import { fault, find, look, ok, skipped, type Finding, type Seen } from './finding.js';
import { seeCompany, seeMail, seeProxy, seeWebhooks } from './see-around.js';
import { seeClock, seeDatabase, seeSchema, seeSecretKey } from './see-database.js';
import { findStorage } from './see-storage.js';

// Everything that an installation stands on, looked at without changing anything.
export async function examine(config: Config): Promise<Finding[]> {
  return [
    await find('settings', async () => seeSettings(config)),
    await find('node', () => seeNode()),
    await find('disk', () => seeDisk(config)),
    ...(await onDatabase(config)),
    ...(await onStorage(config)),
    await find('address and proxy', () => seeProxy(config)),
    await find('mail', () => seeMail(config)),
    await find('company sign-in', () => seeCompany(config)),
  ];
}

async function onDatabase(config: Config): Promise<Finding[]> {
  let opened: Awaited<ReturnType<typeof openUnmigrated>>;
  try {
    opened = await openUnmigrated(config, () => undefined);
  } catch (error) {
    return [await find('database', () => Promise.reject(error as Error))];
  }
  try {
    return await findInDatabase(opened.db, config);
  } finally {
    await opened.close();
  }
}

async function onStorage(config: Config): Promise<Finding[]> {
  const { dataDir, storage } = config;
  // To open a store on the disk makes its folders, and a restore wants none.
  if (storage.kind === 'disk' && (await stat(join(dataDir, 'objects')).catch(() => undefined)) === undefined)
    return [
      await find('storage', async () => skipped(`${dataDir} has no files yet: the first start makes their folder.`)),
    ];
  try {
    return await findStorage(await openStore(config, systemClock), config);
  } catch (error) {
    return [await find('storage', () => Promise.reject(error as Error))];
  }
}

async function findInDatabase(db: Queryable, config: Config): Promise<Finding[]> {
  const database = await find('database', () => seeDatabase(db, config));
  const schema = await find('schema', () => seeSchema(db));
  const clock = await find('clock', () => seeClock(db));
  // Their tables may not be there yet.
  if (schema.state !== 'ok') return [database, schema, clock];
  const secretKey = await find('secret key', () => seeSecretKey(db, config));
  return [database, schema, clock, secretKey, await find('webhooks', () => seeWebhooks(db, config))];
}

function seeSettings({ misspelled, databaseUrl, secretKey }: Config): Seen {
  if (databaseUrl !== undefined && secretKey === undefined)
    return fault(
      'SECRET_KEY is not set, and the service does not start without it. Set it, the same on every instance.',
    );
  if (misspelled.length > 0) return look(misspelled.map(toMisspelledSentence).join(' '));
  return ok('Every variable that looks like a setting is one.');
}

const FIXED_MAJOR_MIN = 22;

async function seeNode(version = process.versions.node): Promise<Seen> {
  const [major = 0] = version.split('.').map(Number);
  if (major >= FIXED_MAJOR_MIN) return ok(`Node ${version}.`);
  return look(`Node ${version} gets no more fixes since April 2026. Install Node 24; nothing else changes.`);
}

const MB = 1024 ** 2;
const ROOM_MB_MIN = 1024;

async function seeDisk({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Promise<Seen> {
  if ((await stat(dataDir).catch(() => undefined)) === undefined)
    return skipped(`${dataDir} is not there yet: the first start makes it.`);
  const reserveBytes = storage.kind === 'disk' ? storage.reserveBytes : 0;
  const full = storage.kind === 'disk' ? await findFullStore(join(dataDir, 'objects'), reserveBytes) : undefined;
  if (full !== undefined) return full;
  const freeBytes = await findFreeBytes(dataDir);
  const words = `${toMb(freeBytes)} MB are free at ${dataDir}`;
  if (freeBytes < reserveBytes + ROOM_MB_MIN * MB)
    return look(`${words}. Make room on that disk before uploads are refused.`);
  return ok(`${words}.`);
}

// The files may be on a disk of their own.
async function findFullStore(folder: string, reserveBytes: number): Promise<Seen | undefined> {
  const freeBytes = await findFreeBytes(folder).catch(() => undefined);
  if (freeBytes === undefined || hasUploadRoom({ freeBytes, reserveBytes })) return undefined;
  const words = `${toMb(freeBytes)} MB are free at ${folder}, and STORAGE_RESERVE_MB is ${toMb(reserveBytes)}`;
  return fault(`${words}: an upload of ${UPLOAD_ROOM_MB} MB is refused with 507. Make room on that disk.`);
}

const toMb = (bytes: number): number => Math.floor(bytes / MB);

async function findFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
