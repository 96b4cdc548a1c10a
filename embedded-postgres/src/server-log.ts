// DATA_DIR/postgres.log: what the postmaster writes on stderr.
import { open, readFile, rename, stat, type FileHandle } from 'node:fs/promises';

const LOG_BYTES_MAX = 10 * 1024 * 1024;
const TAIL_LINES = 12;

/** Opens the log for a new postmaster; a big one first becomes `postgres.log.1`, in place of the one before. */
export async function openServerLog(path: string): Promise<FileHandle> {
  if ((await logSize(path)) > LOG_BYTES_MAX) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

export async function logSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last lines written after the byte `from`. */
export async function readLogTail(path: string, from = 0): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const fresh = bytes.subarray(from <= bytes.length ? from : 0); // a new file is shorter
  return fresh.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
