// Each of the five types has one reader and is read by no other, so that a file cannot choose its parser.
import type { FileType } from '../../storage/file-type.js';
import type { ReadRange } from './limit-reads.js';
import type { Metadata } from './metadata.js';
import { readImage } from './read-image.js';
import { readVideo } from './read-video.js';

export type HeaderSource = { readonly mimeType: FileType; readonly sizeBytes: number; readonly read: ReadRange };

export function readHeader(source: HeaderSource): Promise<Metadata> {
  const { mimeType } = source;
  switch (mimeType) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/webp':
      return readImage(mimeType, source);
    case 'video/mp4':
    case 'video/webm':
      return readVideo(mimeType, source);
  }
}
