import { findMimeType, UploadError, type MimeType } from '@vitrine/client';
import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { formatBytes } from '../../ui/format-bytes.js';

// What can be said before a byte is hashed or sent. Throws UploadError.
export async function checkFile(file: File, freeBytes: number): Promise<MimeType> {
  const mimeType = await sniffType(file);
  const isVideo = mimeType.startsWith('video/');
  const max = isVideo ? VIDEO_BYTES_MAX : IMAGE_BYTES_MAX;
  if (file.size > max) {
    throw new UploadError(
      `${isVideo ? 'A video' : 'A picture'} may have ${formatBytes(max)}; this one has ${formatBytes(file.size)}.`,
    );
  }
  if (file.size > freeBytes) {
    throw new UploadError(
      `This needs ${formatBytes(file.size)} and ${formatBytes(Math.max(freeBytes, 0))} of the storage are free. Delete media that are not needed, or ask for a larger plan.`,
    );
  }
  return mimeType;
}

const HEAD_BYTES = 64;
// The same box holds pictures and Apple's films; those that can become something that screens show have, by now.
const NOT_MP4 = /^ftyp(?:qt {2}|hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/;
const UNKNOWN = 'This is no JPEG, PNG or WebP picture and no MP4 or WebM video.';

// What a file is, by its first bytes: a name can say anything.
async function sniffType(file: File): Promise<MimeType> {
  const head = await readHead(file);
  const text = String.fromCharCode(...head);
  if (NOT_MP4.test(text.slice(4))) throw new UploadError(UNKNOWN);
  const found = findMimeType({ head });
  const isMatroska = found === 'video/webm' && !text.includes('webm');
  if (found === undefined || isMatroska) throw new UploadError(file.size === 0 ? 'The file is empty.' : UNKNOWN);
  return found;
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    throw new UploadError('This cannot be read. A folder? Open it and choose the files in it.');
  }
}
