import type { MimeType } from '@vitrine/client';
import { hashFile } from '@vitrine/client/internal/hash';
import { isWhole } from './is-whole.js';
import { drawThumbnail, type Looks } from '../../ui/draw-thumbnail.js';

// Hashes a file and, of a picture, makes the thumbnail, beside the page, which stays smooth.
const TELL_EVERY_BYTES = 16 * 1024 * 1024;

export type ToReader = {
  readonly file: File;
  readonly mimeType: MimeType;
  readonly partBytes: number | undefined;
};

export type FileRead = {
  readonly checksum: string;
  readonly partChecksums: readonly string[] | undefined;
  // Undefined for a film, and for a picture that is whole and still too much for this browser.
  readonly picture: Looks | 'broken' | undefined;
};

export type FromReader =
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | ({ readonly kind: 'done' } & FileRead)
  | { readonly kind: 'failed' };

const tell = (message: FromReader): void => globalThis.postMessage(message);

async function read({ file, mimeType, partBytes }: ToReader): Promise<void> {
  let toldBytes = 0;
  const onBytes = (doneBytes: number): void => {
    if (doneBytes - toldBytes < TELL_EVERY_BYTES) return;
    toldBytes = doneBytes;
    tell({ kind: 'progress', doneBytes });
  };
  try {
    const picture = mimeType.startsWith('image/') ? await lookAt(file, mimeType) : undefined;
    // A broken one is not sent, so nobody waits for its hash.
    const hashed = picture === 'broken' ? NOT_HASHED : await hashFile(file, { onBytes, partBytes });
    tell({ kind: 'done', checksum: hashed.checksum, partChecksums: hashed.partChecksums, picture });
  } catch {
    tell({ kind: 'failed' });
  }
}

const NOT_HASHED = { checksum: '', partChecksums: undefined };

// Browsers show the upper half of a picture that was cut off and find nothing wrong with it: its end is looked for first.
async function lookAt(file: Blob, mimeType: MimeType): Promise<FileRead['picture']> {
  if (!(await isWhole(file, mimeType))) return 'broken';
  return readPicture(file).catch(() => (file.size > READABLE_BYTES_MAX ? undefined : 'broken'));
}

// Above this a picture may be whole and still too much for the browser that looks at it.
const READABLE_BYTES_MAX = 20 * 1024 * 1024;

// Turned as its EXIF says, which is how everybody sees it.
async function readPicture(file: Blob): Promise<Looks> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = picture;
    return { width, height, thumbnail: await drawThumbnail(picture, { width, height }) };
  } finally {
    picture.close();
  }
}

globalThis.onmessage = ({ data }: MessageEvent<ToReader>) => void read(data);
