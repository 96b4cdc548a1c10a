import { NotFoundError, UnprocessableError, UploadError, type VitrineError } from './errors.js';
import { isSliceable } from './divide.js';
import type { Media, PartsRequest, UploadRequest, UploadTicket } from './generated/types.js';
import type { PutBytes } from './put-bytes.js';
import { sendParts, type PartCalls } from './send-parts.js';
import type { CallOptions } from './transport.js';
import type { UploadFile } from './upload-source.js';

export type UploadProgress = {
  /** `hash` reads the file once, `put` sends it, `finalize` waits for the service. */
  readonly step: 'hash' | 'put' | 'finalize';
  readonly doneBytes: number;
  readonly totalBytes: number;
};

export type UploadCalls = PartCalls & {
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
  /** How it is divided, if it goes in parts. */
  readonly division?: PartsRequest | undefined;
};

export type SendOptions = CallOptions & {
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
  options: SendOptions,
): Promise<Sent> {
  for (let round = 1; ; round += 1) {
    const ticket = await calls.startUpload(described.request, options);
    options.onTicket?.(ticket);
    if (ticket.duplicateOf !== null) return { kind: 'duplicate', ticket, of: ticket.duplicateOf };
    try {
      await putBoth(calls, put, ticket, described, options);
      const media = await calls.finalizeUpload(ticket.mediaId, toFinalizing(described, options));
      return { kind: 'ready', ticket, media };
    } catch (error) {
      if (!isWorthANewRound(error) || round === ROUNDS_MAX) throw error;
    }
  }
}

// A file in parts is put together and read once, which takes the store its time.
const JOIN_MS_MAX = 5 * 60 * 1000;

const toFinalizing = ({ division }: DescribedFile, { signal }: SendOptions): CallOptions =>
  division === undefined ? { signal } : { signal, timeoutMs: JOIN_MS_MAX };

async function putBoth(
  calls: UploadCalls,
  put: PutBytes,
  ticket: UploadTicket,
  { file, thumbnail, division }: DescribedFile,
  { onProgress, signal }: SendOptions,
): Promise<void> {
  const { upload, thumbnailUpload, mediaId } = ticket;
  const totalBytes = file.size;
  const onBytes = (doneBytes: number): void => onProgress?.({ step: 'put', doneBytes, totalBytes });
  const inParts = division !== undefined && isSliceable(file) ? { file, division } : undefined;
  const isSent = inParts !== undefined && (await sendParts({ calls, put, mediaId }, inParts, { onBytes, signal }));
  if (!isSent && upload !== null) await put(upload, file, { onBytes, signal });
  if (thumbnailUpload !== null && thumbnail !== undefined) await put(thumbnailUpload, thumbnail, { signal });
  onProgress?.({ step: 'finalize', doneBytes: totalBytes, totalBytes });
}

// Storage's 403: the URL ran out. Of parts its 404 too: they were given up, and are asked for anew. 422 and 404 of finalize: the bytes are not there, or the upload was dropped.
function isWorthANewRound(error: unknown): error is VitrineError {
  if (error instanceof UploadError) return error.status === 403;
  return error instanceof UnprocessableError || error instanceof NotFoundError;
}
