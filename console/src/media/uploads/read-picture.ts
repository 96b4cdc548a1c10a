import type { Looks } from './reader-messages.js';
import { drawThumbnail } from './thumbnail.js';

// Turned as its EXIF says, which is how everybody sees it.
export async function readPicture(file: Blob): Promise<Looks> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const { width, height } = picture;
    return { width, height, thumbnail: await drawThumbnail(picture, { width, height }) };
  } finally {
    picture.close();
  }
}
