export { Client, type ClientOptions } from './client.js';
export {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InternalError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitedError,
  UnauthorizedError,
  UnprocessableError,
  UploadError,
  VitrineError,
} from './errors.js';
export { findMimeType, MIME_TYPES, type MimeType } from './mime-type.js';
export type { PageList, Page } from './page-list.js';
export type { Wait } from './retry.js';
export { tagNameKey } from './tag-name-key.js';
export type { CallOptions } from './transport.js';
export type { UploadFile, UploadOptions, UploadProgress, UploadResult } from './upload-file.js';
export type * from './generated/types.js';
