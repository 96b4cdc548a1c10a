import { THUMBNAIL_BYTES_MAX } from '@vitrine/contract/limits';

const THUMBNAIL_WIDTH = 480;
// A banner that is all height would make a thumbnail that is larger than some originals.
const HEIGHT_MAX = 1920;
const QUALITY = 0.82;

export type Looks = { readonly width: number; readonly height: number; readonly thumbnail: Blob | undefined };

export type VideoFacts = {
  readonly looks: Looks | undefined;
  readonly durationSeconds: number | undefined;
  readonly codec: string | undefined;
};

type Size = { readonly width: number; readonly height: number };

export function thumbnailSize({ width, height }: Size): Size {
  const scale = Math.min(1, THUMBNAIL_WIDTH / width, HEIGHT_MAX / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// A JPEG, on white where the picture is transparent. Undefined where the browser cannot draw: it goes without one.
export async function drawThumbnail(source: CanvasImageSource, size: Size): Promise<Blob | undefined> {
  const { width, height } = thumbnailSize(size);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  return toJpeg(canvas);
}

async function toJpeg(canvas: OffscreenCanvas): Promise<Blob | undefined> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return blob.type === 'image/jpeg' && blob.size <= THUMBNAIL_BYTES_MAX ? blob : undefined;
}

const FRAME_SECONDS = 1;

// Where a film's thumbnail is taken: a second in, where most films have faded in; of a short one a tenth.
export const frameMoment = (durationSeconds: number): number => Math.min(FRAME_SECONDS, durationSeconds / 10);
