import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { Refusal } from '../errors.js';

/** Refuses a folder that is there, that another backup is being written for, or that would go down with the data. */
export async function requireNew(folder: string, partial: string, dataDir: string): Promise<void> {
  if (await exists(folder)) throw new Refusal(`${folder} is there already. Name a new folder.`);
  if (await exists(partial)) {
    throw new Refusal(
      `${partial} is of a backup that runs or was cut off. If none runs, remove it, or name a new folder.`,
    );
  }
  if (`${await realNameOf(folder)}${sep}`.startsWith(`${await realpath(dataDir)}${sep}`))
    throw new Refusal(`${folder} lies in DATA_DIR and would be lost with it. Name a folder elsewhere.`);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

// Of a folder that is not there yet: by the nearest one above it that is.
async function realNameOf(path: string): Promise<string> {
  if (dirname(path) === path) return path;
  return realpath(path).catch(async () => join(await realNameOf(dirname(path)), basename(path)));
}
