// Node, and the disk that DATA_DIR is on.
import { stat, statfs } from 'node:fs/promises';
import type { Config } from '../config.js';
import { fault, look, ok, skipped, type Seen } from './finding.js';

const FIXED_MAJOR_MIN = 22;

export async function seeNode(version = process.versions.node): Promise<Seen> {
  const [major = 0] = version.split('.').map(Number);
  if (major >= FIXED_MAJOR_MIN) return ok(`Node ${version}.`);
  return look(`Node ${version} gets no more fixes since April 2026. Install Node 24; nothing else changes.`);
}

const MB = 1024 ** 2;
const ROOM_MB_MIN = 1024;

export async function seeDisk({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Promise<Seen> {
  if ((await stat(dataDir).catch(() => undefined)) === undefined)
    return skipped(`${dataDir} is not there yet: the first start makes it.`);
  const { bavail, bsize } = await statfs(dataDir);
  const freeMb = Math.floor((bavail * bsize) / MB);
  const reserveMb = storage.kind === 'disk' ? storage.reserveBytes / MB : 0;
  const words = `${freeMb} MB are free at ${dataDir}`;
  if (freeMb < reserveMb)
    return fault(`${words}, less than STORAGE_RESERVE_MB (${reserveMb}): uploads are refused. Make room on that disk.`);
  if (freeMb < reserveMb + ROOM_MB_MIN) return look(`${words}. Make room on that disk before uploads are refused.`);
  return ok(`${words}.`);
}
