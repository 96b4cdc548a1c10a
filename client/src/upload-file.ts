import { describeFile } from './describe-file.js';
import { NotFoundError, UnprocessableError, UploadError, type VitrineError } from './errors.js';
import type { Media as MediaItem, UploadRequest, UploadTicket, UploadWarning } from './generated/types.js';
import type { Media } from './media.js';
import type { MimeType } from './mime-type.js';
import type { PutBytes } from './put-bytes.js';
import { tagNameKey } from './generated/tag-name.js';
import { toUploadFile, type UploadFile, type UploadSource } from './to-upload-file.js';

export type UploadProgress = {
  /** `hash` reads the file once, `put` sends it, `finalize` waits for the service. */
  readonly step: 'hash' | 'put' | 'finalize';
  readonly doneBytes: number;
  readonly totalBytes: number;
};

export type UploadOptions = {
  /** Shown in the media library. */
  readonly name: string;
  /** Your own id for the file. Left out, it is made from the file's content. */
  readonly id?: string | undefined;
  readonly fileName?: string | undefined;
  /** Left out, it is told by the file, its name or its first bytes. */
  readonly mimeType?: MimeType | undefined;
  readonly tags?: readonly string[] | undefined;
  /** A JPEG of at most 1 MB, 480 pixels wide. */
  readonly thumbnail?: UploadSource | undefined;
  /** Seconds. Left out, the service reads it from the file, as it does width and height. */
  readonly duration?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** A video's codec, such as `h264`; used only for warnings. */
  readonly codec?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type ReadyOptions = UploadOptions & { readonly thumbnail?: UploadFile | undefined };

export type UploadResult = {
  readonly media: MediaItem;
  /** The library had this exact file already, and `media` is that item. */
  readonly duplicate: boolean;
  readonly warnings: readonly UploadWarning[];
  /** The file's SHA-256 as lower-case hex. */
  readonly checksum: string;
};

type Deps = { readonly media: Media; readonly put: PutBytes };
type Outcome = { readonly kind: 'ready'; media: MediaItem } | { readonly kind: 'again'; error: VitrineError };

const ROUNDS_MAX = 3;

export async function uploadFile(deps: Deps, source: UploadSource, given: UploadOptions): Promise<UploadResult> {
  const file = toUploadFile(source);
  const thumbnail = given.thumbnail === undefined ? undefined : toUploadFile(given.thumbnail);
  const options = { ...given, thumbnail };
  const request = await describeFile(file, options);
  const result = await store(deps, file, request, options);
  const tags = await addMissingTags(deps.media, result.media, options);
  return { ...result, media: { ...result.media, tags } };
}

// A round is start, PUT, finalize. The same id again gives fresh URLs, or the item itself when it is there by now.
async function store(
  { media, put }: Deps,
  file: UploadFile,
  request: UploadRequest,
  options: ReadyOptions,
): Promise<UploadResult> {
  for (let round = 1; ; round += 1) {
    const ticket = await media.startUpload(request, options);
    const result = { warnings: ticket.warnings, checksum: request.checksum };
    if (ticket.duplicateOf !== null) {
      return { ...result, media: await media.get(ticket.mediaId, options), duplicate: true };
    }
    const outcome = await sendAndFinalize({ media, put }, file, ticket, options);
    if (outcome.kind === 'ready') return { ...result, media: outcome.media, duplicate: false };
    if (round === ROUNDS_MAX) throw outcome.error;
  }
}

async function sendAndFinalize(
  { media, put }: Deps,
  file: UploadFile,
  ticket: UploadTicket,
  options: ReadyOptions,
): Promise<Outcome> {
  const { thumbnail, onProgress, signal } = options;
  const totalBytes = file.size;
  const onBytes = (doneBytes: number): void => onProgress?.({ step: 'put', doneBytes, totalBytes });
  try {
    if (ticket.upload !== null) await put(ticket.upload, file, { onBytes, signal });
    if (ticket.thumbnailUpload !== null && thumbnail !== undefined) {
      await put(ticket.thumbnailUpload, thumbnail, { signal });
    }
    onProgress?.({ step: 'finalize', doneBytes: totalBytes, totalBytes });
    return { kind: 'ready', media: await media.finalizeUpload(ticket.mediaId, options) };
  } catch (error) {
    if (isWorthANewRound(error)) return { kind: 'again', error };
    throw error;
  }
}

// Storage's 403: the URL ran out. 422 and 404 of finalize: the bytes are not there, or the upload was dropped.
function isWorthANewRound(error: unknown): error is VitrineError {
  if (error instanceof UploadError) return error.status === 403;
  return error instanceof UnprocessableError || error instanceof NotFoundError;
}

const TAG_NAMES_PER_CALL_MAX = 10;

// Only what the item does not carry yet: a call is one of thirty writes a minute. An upload that was cut off before its
// tags meets its own item as a duplicate and gets them here.
async function addMissingTags(media: Media, item: MediaItem, { tags = [], signal }: UploadOptions) {
  const carried = new Map(item.tags.map((tag) => [tagNameKey(tag.name), tag]));
  const missing = tags.filter((name) => !carried.has(tagNameKey(name)));
  for (let at = 0; at < missing.length; at += TAG_NAMES_PER_CALL_MAX) {
    const added = await media.addTags(item.id, missing.slice(at, at + TAG_NAMES_PER_CALL_MAX), { signal });
    for (const tag of added.tags) carried.set(tagNameKey(tag.name), tag);
  }
  return [...carried].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
}
