// The two ways storage fails a caller inside the process. Messages are for operators and never hold a signed URL.
import { CommandError } from '../errors.js';

export class StorageUnavailableError extends CommandError {
  override readonly name = 'StorageUnavailableError';
}

export class ObjectMismatchError extends Error {
  override readonly name = 'ObjectMismatchError';
}
