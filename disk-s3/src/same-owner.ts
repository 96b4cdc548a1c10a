// What root makes in a folder of somebody else's, such as an import beside a service with an account of its own: it gets
// the owner of the folder, who could else neither read nor write it.
import { lchown, mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

type Owner = { readonly uid: number; readonly gid: number };

/** A new file for its owner alone; EEXIST where one is. */
export async function createFile(path: string): Promise<FileHandle> {
  const owner = await ownerToBe(path);
  const file = await open(path, 'wx', 0o600);
  if (owner !== undefined) await file.chown(owner.uid, owner.gid).catch(keepAsItIs);
  return file;
}

/** A new file on the disk; EEXIST where one is. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await createFile(path);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** With those above it; the first that was made, if any was. */
export async function createFolder(path: string): Promise<string | undefined> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return undefined;
  const owner = await ownerToBe(first);
  const isMade = (folder: string): boolean => folder.length >= resolve(first).length;
  // By its own name, never where a link leads: the folder above is not root's.
  if (owner !== undefined)
    for (let made = resolve(path); isMade(made); made = dirname(made))
      await lchown(made, owner.uid, owner.gid).catch(keepAsItIs);
  return first;
}

async function ownerToBe(path: string): Promise<Owner | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(dirname(path));
  return uid === 0 ? undefined : { uid, gid };
}

// Not every root may give away, nor every file system: it is kept as ever then.
const keepAsItIs = (): void => undefined;
