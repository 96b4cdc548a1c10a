import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { ReadRange } from './limit-reads.js';
import { type Metadata, NO_METADATA } from './metadata.js';

type ImageSource = { readonly sizeBytes: number; readonly read: ReadRange };

// image-size's readers by name, not its `imageSize`, which tries twenty formats on bytes that fit none of these three.
const FORMATS = { 'image/jpeg': JPG, 'image/png': PNG, 'image/webp': WEBP };

const HEAD_BYTES = 64 * 1024;
// The shortest header of the three, a lossless WebP's; image-size takes its missing bytes for zeros.
const HEAD_BYTES_MIN = 25;
// Camera and editor data stand before a JPEG's size, in as many pieces of 64 KiB as they need.
const JPEG_HEAD_BYTES = 4 * 1024 * 1024;

export async function readImage(mimeType: keyof typeof FORMATS, source: ImageSource): Promise<Metadata> {
  const format = FORMATS[mimeType];
  const found = findSize(format, await readHead(source, HEAD_BYTES));
  if (found !== undefined) return found;
  if (mimeType !== 'image/jpeg' || source.sizeBytes <= HEAD_BYTES) return NO_METADATA;
  return findSize(format, await readHead(source, JPEG_HEAD_BYTES)) ?? NO_METADATA;
}

// A Buffer, because image-size slices byte by byte and only a Buffer's slice does not copy. In memory of its own, because
// image-size looks past a slice's end and would take what lies there for the rest of a cut-off header.
async function readHead({ sizeBytes, read }: ImageSource, bytesMax: number): Promise<Buffer> {
  const bytes = await read({ start: 0, endInclusive: Math.min(sizeBytes, bytesMax) - 1 });
  return Buffer.from(new Uint8Array(bytes).buffer);
}

function findSize(format: typeof JPG, head: Buffer): Metadata | undefined {
  try {
    if (head.length < HEAD_BYTES_MIN || !format.validate(head)) return undefined;
    const { width, height, orientation = 1 } = format.calculate(head);
    // 5 to 8 lie on their side, and a screen shows them turned.
    const [across, down] = orientation >= 5 && orientation <= 8 ? [height, width] : [width, height];
    return { width: across, height: down, durationSeconds: null };
  } catch {
    return undefined;
  }
}
