/**
 * `unavailable`: this machine or account cannot run PostgreSQL; another server would help. `served`: another process
 * serves from the folder. `folder`: the folder is not ours to use. `failed`: PostgreSQL did not start.
 */
export type EmbeddedPostgresErrorCode = 'unavailable' | 'served' | 'folder' | 'failed';

/** Why it does not run, in a sentence for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export const foreignFolder = (path: string, cause?: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError('folder', `${path} belongs to another account. Use that account, or root.`, cause);

/** The `code` of a system error (ENOENT) or of a PostgreSQL error (57P03), if it has one. */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
