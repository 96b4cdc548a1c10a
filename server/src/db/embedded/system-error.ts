// What the files of this folder need to know about errors.
import { Refusal } from '../../errors.js';

/** The `code` of a system error (ENOENT) or of a PostgreSQL error (57P03), if it has one. */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

export function foreignFolder(path: string, cause?: unknown): Error {
  return new Refusal(`${path} belongs to another account. Run Vitrine as that account or as root.`, { cause });
}
