import { hashFile } from '@vitrine/client/internal/hash';
import { drawThumbnail, type Looks } from './thumbnail.js';

// Hashes a file and, of a picture, makes the thumbnail, beside the page, which stays smooth.
const TELL_EVERY_BYTES = 16 * 1024 * 1024;

export type ToReader = { readonly file: File; readonly isPicture: boolean };

export type FromReader =
  | { readonly kind: 'progress'; readonly doneBytes: number }
  | { readonly kind: 'done'; readonly checksum: string; readonly picture: Looks | undefined }
  | { readonly kind: 'failed' };

const tell = (message: FromReader): void => globalThis.postMessage(message);

async function read({ file, isPicture }: ToReader): Promise<void> {
  let toldBytes = 0;
  const onBytes = (doneBytes: number): void => {
    if (doneBytes - toldBytes < TELL_EVERY_BYTES) return;
    toldBytes = doneBytes;
    tell({ kind: 'progress', doneBytes });
  };
  try {
    const { checksum } = await hashFile(file, { onBytes });
    const picture = isPicture ? await readPicture(file).catch(() => undefined) : undefined;
    tell({ kind: 'done', checksum, picture });
  } catch {
    tell({ kind: 'failed' });
  }
}

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
