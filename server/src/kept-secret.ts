import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder, writeNewFile } from '@vitrine/disk-s3';

const SECRET_BYTES = 32;

/** Reads a secret that is kept in a file. Returns undefined when there is no file or the file is empty. */
export async function readKeptSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.replace(/\r?\n$/, '') || undefined;
}

/** Reads the secret, or makes one with mode 0600. Two processes that start at once end with the same secret. */
export async function findOrMakeSecret(file: string): Promise<string> {
  const known = await readKeptSecret(file);
  if (known !== undefined) return known;
  await createFolder(dirname(file));
  // The link fails when the file exists, so no process overwrites the secret of another.
  const draft = `${file}.${randomUUID()}`;
  await writeNewFile(draft, randomBytes(SECRET_BYTES).toString('base64url'));
  await link(draft, file).catch(ignoreExisting);
  await unlink(draft);
  return readFile(file, 'utf8');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
