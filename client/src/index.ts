export { Client, type ClientOptions } from './client.js';
export type { Change, Changes, ChangesOptions } from './changes.js';
export {
  ConflictError,
  ConnectionError,
  CursorExpiredError,
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
  WebhookVerificationError,
} from './errors.js';
export { CHANGE_TYPES, MESSAGE_TYPES, type ChangeType, type MessageType } from './generated/change-types.js';
export { cleanTagName, tagNameKey } from './generated/tag-name.js';
export { signWebhook, type SignedContent, type WebhookHeaders } from './generated/webhook-signature.js';
export { createSha256, type Sha256 } from './hash.js';
export type { PageList, Page } from './resources.js';
export type { Wait } from './retry.js';
export type { UploadProgress } from './send-file.js';
export type { CallOptions } from './transport.js';
export { toContentId, type UploadOptions, type UploadResult } from './upload.js';
export { findMimeType, MIME_TYPES, type MimeType, type UploadFile, type UploadSource } from './upload-source.js';
export { verifyWebhook, type ReceivedHeaders, type VerifyOptions, type WebhookMessage } from './verify-webhook.js';
export type * from './generated/types.js';
