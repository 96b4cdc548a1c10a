import { findMimeType, type MimeType } from '@vitrine/client';
import { UploadFailure } from './upload-failure.js';

const HEAD_BYTES = 64;
// The same box holds Apple's films and iPhone pictures, which screens do not show.
const NOT_MP4 = /^ftyp(?:qt {2}|hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/;
const APPLE = 'This is an Apple format that screens cannot show: save it as JPEG or MP4 first.';
const UNKNOWN = 'This is no JPEG, PNG or WebP picture and no MP4 or WebM video.';

// What a file is, by its first bytes: a name can say anything.
export async function sniffType(file: File): Promise<MimeType> {
  const head = await readHead(file);
  const text = String.fromCharCode(...head);
  if (NOT_MP4.test(text.slice(4))) throw new UploadFailure(text.includes('avif') ? UNKNOWN : APPLE);
  const found = findMimeType({ head });
  const isMatroska = found === 'video/webm' && !text.includes('webm');
  if (found === undefined || isMatroska) throw new UploadFailure(file.size === 0 ? 'The file is empty.' : UNKNOWN);
  return found;
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    throw new UploadFailure('This cannot be read. A folder? Open it and choose the files in it.');
  }
}
