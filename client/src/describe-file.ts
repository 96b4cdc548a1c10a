import { UploadError } from './errors.js';
import type { UploadRequest } from './generated/types.js';
import { findMimeType, MIME_TYPES, type MimeType } from './mime-type.js';
import { readChunks } from './read-chunks.js';
import { createSha256 } from './sha256.js';
import type { UploadFile } from './to-upload-file.js';
import type { ReadyOptions, UploadOptions } from './upload-file.js';

// What POST /media/uploads wants to know of a file: one pass over it, never more than a piece in memory.
export async function describeFile(file: UploadFile, options: ReadyOptions): Promise<UploadRequest> {
  const { checksum, head } = await readOnce(file, options);
  const fileName = options.fileName ?? file.name ?? options.name;
  const mimeType = requireMimeType(file, options, fileName, head);
  const { thumbnail } = options;
  return {
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
}

async function readOnce(file: UploadFile, { onProgress, signal }: UploadOptions) {
  const hash = createSha256();
  let doneBytes = 0;
  let head: Uint8Array | undefined;
  for await (const chunk of readChunks(file.stream())) {
    signal?.throwIfAborted();
    head ??= chunk.slice(0, 12);
    hash.update(chunk);
    doneBytes += chunk.length;
    onProgress?.({ step: 'hash', doneBytes, totalBytes: file.size });
  }
  if (doneBytes !== file.size) throw new UploadError('The file changed while it was read: try again.');
  return { checksum: hash.hex(), head };
}

function requireMimeType(
  file: UploadFile,
  options: UploadOptions,
  fileName: string,
  head: Uint8Array | undefined,
): MimeType {
  const told = options.mimeType ?? MIME_TYPES.find((type) => type === file.type);
  const found = told ?? findMimeType({ fileName, head });
  if (found === undefined) {
    throw new UploadError(`What kind of file is ${fileName}? The library takes ${MIME_TYPES.join(', ')}.`);
  }
  return found;
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
