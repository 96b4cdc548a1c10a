// What is kept of a picture, in parts of its turned width and height: 0 to 1 from the top left.
export type Crop = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Size = { readonly width: number; readonly height: number };

export const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };

// So many quarters to the right.
export type Turns = 0 | 1 | 2 | 3;

export const turnedSize = ({ width, height }: Size, turns: Turns): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

// The same part of the picture, after a quarter to the right.
export const turnedCrop = ({ x, y, width, height }: Crop): Crop => ({
  x: 1 - y - height,
  y: x,
  width: height,
  height: width,
});

const LEAST = 0.05;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export const movedCrop = (crop: Crop, byX: number, byY: number): Crop => ({
  ...crop,
  x: clamp(crop.x + byX, 0, 1 - crop.width),
  y: clamp(crop.y + byY, 0, 1 - crop.height),
});

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

// The corner goes along, the one across from it stays. With a shape (width by height, in parts of the picture) it keeps to it.
export function resizedCrop(crop: Crop, corner: Corner, [byX, byY]: readonly [number, number], shape?: number): Crop {
  const [isLeft, isTop] = [corner.includes('w'), corner.includes('n')];
  const [roomX, roomY] = [isLeft ? crop.x + crop.width : 1 - crop.x, isTop ? crop.y + crop.height : 1 - crop.y];
  let width = clamp(crop.width + (isLeft ? -byX : byX), LEAST, roomX);
  let height = clamp(crop.height + (isTop ? -byY : byY), LEAST, roomY);
  if (shape !== undefined) {
    width = Math.min(Math.max(width, height * shape), roomX, roomY * shape);
    height = width / shape;
  }
  return {
    width,
    height,
    x: isLeft ? crop.x + crop.width - width : crop.x,
    y: isTop ? crop.y + crop.height - height : crop.y,
  };
}

// The largest of a shape, in the middle of what is kept now.
export function shapedCrop({ x, y, width, height }: Crop, shape: number): Crop {
  const [wide, high] = width / height > shape ? [height * shape, height] : [width, width / shape];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

// In whole pixels of the turned picture.
export function toPixels(crop: Crop, { width, height }: Size): Crop {
  const [x, y] = [Math.round(crop.x * width), Math.round(crop.y * height)];
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - y, Math.round(crop.height * height))),
  };
}
