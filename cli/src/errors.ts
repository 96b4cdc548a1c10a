import {
  ConflictError,
  ConnectionError,
  CursorExpiredError,
  ForbiddenError,
  RateLimitedError,
  UnauthorizedError,
  VitrineError,
} from '@vitrine/client';

// Something that the person can mend, in a sentence that says how.
export class CliError extends Error {}

// The sentence for a person, or undefined when the failure is not one that was foreseen.
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof VitrineError) return `${error.message}${adviceFor(error)}${requestOf(error)}`;
  if (error instanceof CliError) return error.message;
  return isFileError(error) ? `${error.path}: ${fileReason(error)}` : undefined;
}

function adviceFor(error: VitrineError): string {
  if (error instanceof UnauthorizedError) {
    return ' It may have expired or been revoked: ask the merchant for a new one, then run «vitrine login».';
  }
  if (error instanceof ForbiddenError && error.code === undefined) {
    return ' «vitrine whoami» shows what this token may do; the merchant can issue another.';
  }
  if (error instanceof ConnectionError && !TELLS_ITS_CURE.test(error.code ?? '')) {
    return ' Is the service up, and is this its address («vitrine whoami»)?';
  }
  if (error instanceof CursorExpiredError) {
    return ' To start again from now, leave out --cursor or add --on-expired continue.';
  }
  if (error instanceof RateLimitedError) return ' Something else uses the same token: give it a token of its own.';
  if (error instanceof ConflictError && error.code === 'id_conflict') return ' Another file was uploaded under its id.';
  return '';
}

// What the client says of certificates and of https says what to do.
const TELLS_ITS_CURE = /CERT|SSL/;

const requestOf = ({ requestId }: VitrineError): string => (requestId === undefined ? '' : ` (request ${requestId})`);

type FileError = Error & { readonly code: string; readonly path: string };

export const isFileError = (error: unknown): error is FileError =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' && 'code' in error;

// What is the matter with a file, without its name.
function fileReason({ code, message }: FileError): string {
  if (code === 'ENOENT') return 'there is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'reading it is not allowed to you.';
  return message;
}

// Beside a name that is told already.
export function reasonOf(error: unknown): string {
  if (isFileError(error)) return fileReason(error);
  return sentenceOf(error) ?? (error instanceof Error ? error.message : String(error));
}
