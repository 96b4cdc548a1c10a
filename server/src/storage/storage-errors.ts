// The two ways storage fails a caller inside the process. Messages are for operators and never hold a signed URL.
import { CommandError } from '../errors.js';

export class StorageUnavailableError extends CommandError {
  override readonly name = 'StorageUnavailableError';
}

// It answered, and said no: of one object, for all that is known.
export class StorageRefusalError extends StorageUnavailableError {}

// Another object would fare no better now.
export const isSilentStorage = (error: unknown): boolean =>
  error instanceof StorageUnavailableError && !(error instanceof StorageRefusalError);

export class ObjectMismatchError extends Error {
  override readonly name = 'ObjectMismatchError';
}
