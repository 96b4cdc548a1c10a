import { partBytesOf, toDivision } from './divide.js';
import { MethodNotAllowedError, NotFoundError, UploadError } from './errors.js';
import { tagNameKey } from './generated/tag-name.js';
import type { AddTagsResult, Media, UploadStatus, UploadWarning } from './generated/types.js';
import { createSha256, hashFile } from './hash.js';
import type { PutBytes } from './put-bytes.js';
import { sendFile, type DescribedFile, type UploadCalls, type UploadProgress } from './send-file.js';
import type { CallOptions } from './transport.js';
import {
  findMimeType,
  MIME_TYPES,
  toUploadFile,
  type MimeType,
  type UploadFile,
  type UploadSource,
} from './upload-source.js';

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

export type UploadResult = {
  readonly media: Media;
  /** The library had this exact file already, and `media` is that item. */
  readonly duplicate: boolean;
  /** What screens may not play well, and `not_playable` for a file that is no image or video. */
  readonly warnings: readonly UploadWarning[];
  /** The file's SHA-256 as lower-case hex. */
  readonly checksum: string;
};

export type MediaCalls = UploadCalls & {
  readonly get: (id: string, options?: CallOptions) => Promise<Media>;
  /** How far an upload is, and what was found out about its file. */
  readonly getUpload: (id: string, options?: CallOptions) => Promise<UploadStatus>;
  /** Adds tags by name; at most 10 names a call. */
  readonly addTags: (id: string, names: readonly string[], options?: CallOptions) => Promise<AddTagsResult>;
};

export async function uploadFile(
  calls: MediaCalls,
  put: PutBytes,
  source: UploadSource,
  options: UploadOptions,
): Promise<UploadResult> {
  const file = toUploadFile(source);
  const thumbnail = options.thumbnail === undefined ? undefined : toUploadFile(options.thumbnail);
  const described = await describeFile(file, thumbnail, options);
  const { request } = described;
  const sent = await sendFile(calls, put, described, options);
  const media = sent.kind === 'ready' ? sent.media : await calls.get(sent.ticket.mediaId, options);
  return {
    media: { ...media, tags: await addMissingTags(calls, media, options) },
    duplicate: sent.kind === 'duplicate',
    warnings: [...sent.ticket.warnings, ...(await findWarnings(calls, media, options))],
    checksum: request.checksum,
  };
}

// GET /media/uploads/{id} is an addition to version 1: a service without it has no such warnings.
async function findWarnings(calls: MediaCalls, { id }: Media, { signal }: UploadOptions) {
  try {
    return (await calls.getUpload(id, { signal })).warnings;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof MethodNotAllowedError) return [];
    throw error;
  }
}

// What POST /media/uploads wants to know of a file.
async function describeFile(
  file: UploadFile,
  thumbnail: UploadFile | undefined,
  options: UploadOptions,
): Promise<DescribedFile> {
  const { onProgress, signal } = options;
  const partBytes = partBytesOf(file);
  const onBytes = (doneBytes: number): void => onProgress?.({ step: 'hash', doneBytes, totalBytes: file.size });
  const { checksum, head, partChecksums } = await hashFile(file, { onBytes, signal, partBytes });
  const fileName = options.fileName ?? file.name ?? options.name;
  const told = options.mimeType ?? MIME_TYPES.find((type) => type === file.type);
  const mimeType = told ?? findMimeType({ fileName, head });
  if (mimeType === undefined) {
    throw new UploadError(`What kind of file is ${fileName}? The library takes ${MIME_TYPES.join(', ')}.`);
  }
  const request = {
    id: options.id ?? toContentId(checksum, file.size, mimeType),
    name: options.name,
    fileName,
    mimeType,
    fileSize: file.size,
    checksum,
    duration: options.duration ?? null,
    width: options.width ?? null,
    height: options.height ?? null,
    codec: options.codec ?? null,
    ...(thumbnail !== undefined && { hasThumbnail: true, thumbnailSize: thumbnail.size }),
  };
  return { file, thumbnail, request, division: toDivision(partBytes, partChecksums) };
}

/**
 * The same file has the same id, so that an upload which was cut off (also by a crash) is taken up where the service
 * left it, instead of holding room for a second one. A UUID of version 8: made by our own rule (RFC 9562).
 */
export function toContentId(checksum: string, fileSize: number, mimeType: string): string {
  const hash = createSha256();
  hash.update(new TextEncoder().encode(`vitrine upload\n${checksum}\n${fileSize}\n${mimeType}`));
  const hex = hash.hex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const TAG_NAMES_PER_CALL_MAX = 10;

// Only what the item does not carry yet: a call is one of thirty writes a minute. An upload that was cut off before its
// tags meets its own item as a duplicate and gets them here.
async function addMissingTags(calls: MediaCalls, media: Media, { tags = [], signal }: UploadOptions) {
  const carried = new Map(media.tags.map((tag) => [tagNameKey(tag.name), tag]));
  const missing = tags.filter((name) => !carried.has(tagNameKey(name)));
  for (let at = 0; at < missing.length; at += TAG_NAMES_PER_CALL_MAX) {
    const added = await calls.addTags(media.id, missing.slice(at, at + TAG_NAMES_PER_CALL_MAX), { signal });
    for (const tag of added.tags) carried.set(tagNameKey(tag.name), tag);
  }
  return [...carried].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
}
