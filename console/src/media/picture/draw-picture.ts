import { VitrineError } from '@vitrine/client';
import { fetchStored, type Stored } from '../fetch-stored.js';
import { toPixels, turnedSize, type Crop, type Turns } from './crop.js';

// The picture as people see it: a camera's note of how it was held is followed, and not written again.
export async function readPicture(media: Stored): Promise<ImageBitmap> {
  const file = await fetchStored(media);
  return createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new VitrineError('This browser cannot open the picture.', { cause });
  });
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

// Turned, so that its top left is at the origin, in a scale.
export function drawTurned(context: Context, picture: ImageBitmap, turns: Turns, scale: number): void {
  const { width, height } = turnedSize(picture, turns);
  context.scale(scale, scale);
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}

const QUALITY = 0.92;

export type Edit = { readonly turns: Turns; readonly crop: Crop };
type Named = { readonly name: string; readonly type: string };

// The new file, of the old one's kind and under its name.
export async function drawEdited(picture: ImageBitmap, { turns, crop }: Edit, { name, type }: Named): Promise<File> {
  const { x, y, width, height } = toPixels(crop, turnedSize(picture, turns));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new VitrineError('This browser cannot draw the picture.');
  context.imageSmoothingQuality = 'high';
  context.translate(-x, -y);
  drawTurned(context, picture, turns, 1);
  const blob = await canvas.convertToBlob({ type, quality: QUALITY });
  if (blob.type !== type) throw new VitrineError('This browser cannot write a picture of this kind.');
  return new File([blob], name, { type });
}
