import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET_BYTES = 32;

// A secret of this installation: made on first use, kept with mode 0600. Linked into place whole, so that two processes
// that start at once end with the same one.
export async function keptSecret(file: string): Promise<string> {
  const known = await findSecret(file);
  if (known !== undefined) return known;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch(ignoreExisting);
  await unlink(draft);
  return readFile(file, 'utf8');
}

async function findSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === '' ? undefined : text;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
