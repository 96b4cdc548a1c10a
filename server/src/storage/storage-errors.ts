// The two ways storage fails a caller inside the process. Messages are for operators and never hold a signed URL.
import { CommandError } from '../errors.js';

export class StorageUnavailableError extends CommandError {
  override readonly name = 'StorageUnavailableError';
}

export class ObjectMismatchError extends Error {
  override readonly name = 'ObjectMismatchError';
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}
