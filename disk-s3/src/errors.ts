// S3's errors as the disk server answers them, by code, and what the system's errors mean here.
const ERRORS = {
  AccessDenied: [403, 'Access denied.'],
  InvalidAccessKeyId: [403, 'The access key id is not known here.'],
  SignatureDoesNotMatch: [403, 'The signature does not match the method, path, query and headers that were sent.'],
  InvalidToken: [400, 'The session token is not the one of these keys.'],
  BadDigest: [400, 'The bytes do not have the declared SHA-256.'],
  IncompleteBody: [400, 'Fewer bytes came than Content-Length says.'],
  InvalidDigest: [400, 'The checksum is not a SHA-256.'],
  InvalidArgument: [400, 'An argument is not accepted here.'],
  EntityTooLarge: [400, 'The file is larger than any that is accepted.'],
  EntityTooSmall: [400, 'A part that is not the last has fewer than 5,242,880 bytes.'],
  InvalidPart: [400, 'A part is not there, or is another one than named.'],
  MalformedXML: [400, 'The list of parts cannot be read.'],
  NoSuchUpload: [404, 'There is no such upload: it was completed or aborted.'],
  NoSuchBucket: [404, 'There is no such bucket.'],
  NoSuchKey: [404, 'There is no such object.'],
  MethodNotAllowed: [405, 'This method is not offered.'],
  RequestTimeout: [408, 'The bytes come too slowly. Try again over a faster connection.'],
  MissingContentLength: [411, 'A Content-Length is needed; chunked bodies are not taken.'],
  PreconditionFailed: [412, 'A condition of the request does not hold.'],
  InvalidRange: [416, 'The range lies outside the object.'],
  InternalError: [500, 'Something went wrong inside the store.'],
  // S3 says 409 to two writers, which clients and curl do not repeat; they do repeat this.
  SlowDown: [503, 'Another PUT of this object is under way. Try again when it has ended.'],
  InsufficientStorage: [507, 'The disk has no room for this file. What was stored before is unharmed.'],
} as const;

export type S3ErrorCode = keyof typeof ERRORS;

export type S3Error = { readonly code: S3ErrorCode; readonly status: number; readonly message: string };

export function s3Error(code: S3ErrorCode, message?: string): S3Error {
  const [status, usual] = ERRORS[code];
  return { code, status, message: message ?? usual };
}

// No part of the request goes into the text, so nothing needs escaping and nothing is echoed.
export function toXml({ code, message }: S3Error, requestId: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>${code}</Code><Message>${message}</Message><RequestId>${requestId}</RequestId></Error>`
  );
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
