import { NotFoundError, UnprocessableError, UploadError, type VitrineError } from './errors.js';
import type { Media, UploadRequest, UploadTicket } from './generated/types.js';
import type { PutBytes } from './put-bytes.js';
import type { CallOptions } from './transport.js';
import type { UploadFile } from './upload-source.js';

export type UploadProgress = {
  /** `hash` reads the file once, `put` sends it, `finalize` waits for the service. */
  readonly step: 'hash' | 'put' | 'finalize';
  readonly doneBytes: number;
  readonly totalBytes: number;
};

export type UploadCalls = {
  /** The first step of an upload by hand; `upload` does them all. */
  readonly startUpload: (request: UploadRequest, options?: CallOptions) => Promise<UploadTicket>;
  /** The last step of an upload by hand. */
  readonly finalizeUpload: (id: string, options?: CallOptions) => Promise<Media>;
};

/** A file with what was read from it. */
export type DescribedFile = {
  readonly file: UploadFile;
  readonly thumbnail: UploadFile | undefined;
  readonly request: UploadRequest;
};

type Options = CallOptions & {
  readonly onTicket?: (ticket: UploadTicket) => void;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
};

export type Sent =
  | { readonly kind: 'ready'; readonly ticket: UploadTicket; readonly media: Media }
  | { readonly kind: 'duplicate'; readonly ticket: UploadTicket; readonly of: { id: string; name: string } };

const ROUNDS_MAX = 3;

// A round is start, PUT, finalize. The same id again gives fresh URLs, or the item itself when it is there by now.
export async function sendFile(
  calls: UploadCalls,
  put: PutBytes,
  described: DescribedFile,
  options: Options,
): Promise<Sent> {
  for (let round = 1; ; round += 1) {
    const ticket = await calls.startUpload(described.request, options);
    options.onTicket?.(ticket);
    if (ticket.duplicateOf !== null) return { kind: 'duplicate', ticket, of: ticket.duplicateOf };
    try {
      await putBoth(put, ticket, described, options);
      return { kind: 'ready', ticket, media: await calls.finalizeUpload(ticket.mediaId, options) };
    } catch (error) {
      if (!isWorthANewRound(error) || round === ROUNDS_MAX) throw error;
    }
  }
}

async function putBoth(
  put: PutBytes,
  { upload, thumbnailUpload }: UploadTicket,
  { file, thumbnail }: DescribedFile,
  { onProgress, signal }: Options,
): Promise<void> {
  const totalBytes = file.size;
  const onBytes = (doneBytes: number): void => onProgress?.({ step: 'put', doneBytes, totalBytes });
  if (upload !== null) await put(upload, file, { onBytes, signal });
  if (thumbnailUpload !== null && thumbnail !== undefined) await put(thumbnailUpload, thumbnail, { signal });
  onProgress?.({ step: 'finalize', doneBytes: totalBytes, totalBytes });
}

// Storage's 403: the URL ran out. 422 and 404 of finalize: the bytes are not there, or the upload was dropped.
function isWorthANewRound(error: unknown): error is VitrineError {
  if (error instanceof UploadError) return error.status === 403;
  return error instanceof UnprocessableError || error instanceof NotFoundError;
}
