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
export { toContentId } from './describe-file.js';
export { findMimeType, MIME_TYPES, type MimeType } from './mime-type.js';
export type { PageList, Page } from './page-list.js';
export type { Wait } from './retry.js';
export { createSha256, type Sha256 } from './sha256.js';
export { cleanTagName, tagNameKey } from './generated/tag-name.js';
export type { CallOptions } from './transport.js';
export type { UploadFile, UploadSource } from './to-upload-file.js';
export type { UploadOptions, UploadProgress, UploadResult } from './upload-file.js';
export type * from './generated/types.js';
