// What the disk has room for. The name of a temporary file says how large it will be, so that all that write into the folder
// count each other, whichever process they are in.
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './errors.js';
import { isStale, tempDirectory } from './temp-files.js';

const SIZE = /\.(\d+)$/;
// Nothing more comes into a file that has stood still for longer than any connection may, whoever it was that wrote it.
const STILL_MS_MAX = 3 * 60 * 1000;

export function sizedName(name: string, sizeBytes: number): string {
  return `${name}.${sizeBytes}`;
}

/** Whether the reserve is left once everything is there that has its file, the asker's too. */
export async function hasRoom(root: string, reserveBytes: number): Promise<boolean> {
  const coming = (await readdir(tempDirectory(root))).filter((name) => SIZE.test(name));
  const free = await freeBytes(root);
  // Some file systems tell no figure: there the disk itself says when it is full.
  if (free === 0 && reserveBytes === 0) return true;
  if (sum(coming.map(sizeIn)) <= free - reserveBytes) return true;
  // Close: now what of it is there already counts. Before the disk is asked again, so that nothing is left out.
  const rest = sum(await Promise.all(coming.map((name) => bytesToCome(root, name))));
  return rest <= (await freeBytes(root)) - reserveBytes;
}

/** Bytes that the account may still write to the disk that holds the folder. */
export async function freeBytes(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root);
  return bavail * bsize;
}

async function bytesToCome(root: string, name: string): Promise<number> {
  try {
    const { size, mtimeMs } = await stat(join(tempDirectory(root), name));
    const ageMs = Date.now() - mtimeMs;
    return ageMs > STILL_MS_MAX || isStale(name, ageMs) ? 0 : Math.max(sizeIn(name) - size, 0);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

const sizeIn = (name: string): number => Number(SIZE.exec(name)?.[1]);

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
