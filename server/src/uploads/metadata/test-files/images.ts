// Small pictures whose headers are whole, and whose pixels nobody looks at.
import { crc32, deflateSync } from 'node:zlib';
import { joined, littleEndian, u16, u32 } from './bytes.js';

type Size = { readonly width: number; readonly height: number };

export function makePng({ width, height }: Size): Buffer {
  const header = joined(u32(width, height), Buffer.from([8, 0, 0, 0, 0]));
  const pixels = deflateSync(Buffer.alloc(1024));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return joined(Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = joined(type, data);
  return joined(u32(data.length), body, u32(crc32(body)));
}

type Jpeg = Size & { readonly orientation?: number; readonly profileBytes?: number };

// `profileBytes` of colour profile stand before the size, as editors put them there.
export function makeJpeg({ width, height, orientation, profileBytes = 0 }: Jpeg): Buffer {
  const frame = joined(Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0]));
  return joined(
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, joined('JFIF\0', Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0]))),
    orientation === undefined ? '' : segment(0xe1, exif(orientation)),
    ...profile(profileBytes),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(256, 0x55),
    Buffer.from('ffd9', 'hex'),
  );
}

const segment = (marker: number, data: Buffer): Buffer =>
  joined(Buffer.from([0xff, marker]), u16(data.length + 2), data);

// One directory with one entry: tag 0x0112 (orientation), a short, once.
const exif = (orientation: number): Buffer =>
  joined('Exif\0\0MM', u16(42), u32(8), u16(1), u16(0x0112), u16(3), u32(1), u16(orientation), u16(0), u32(0));

function profile(total: number): Buffer[] {
  const sizes = Array.from({ length: Math.ceil(total / 65_000) }, (_, index) =>
    Math.min(65_000, total - index * 65_000),
  );
  return sizes.map((size, index) =>
    segment(0xe2, joined('ICC_PROFILE\0', Buffer.from([index + 1, sizes.length]), Buffer.alloc(size, 0x20))),
  );
}

export const makeLossyWebp = ({ width, height }: Size): Buffer =>
  riff('VP8 ', joined(Buffer.from('1002009d012a', 'hex'), littleEndian(width, 2), littleEndian(height, 2), 'pixels'));

// Fourteen bits of width less one, fourteen of height less one, from the lowest up.
export const makeLosslessWebp = ({ width, height }: Size): Buffer =>
  riff('VP8L', joined(Buffer.from([0x2f]), littleEndian((width - 1) | ((height - 1) << 14), 4), 'pixels'));

export const makeExtendedWebp = ({ width, height }: Size): Buffer =>
  riff('VP8X', joined(u32(0x02_00_00_00), littleEndian(width - 1, 3), littleEndian(height - 1, 3)));

function riff(type: string, data: Buffer): Buffer {
  const body = joined('WEBP', type, littleEndian(data.length, 4), data, Buffer.alloc(data.length % 2));
  return joined('RIFF', littleEndian(body.length, 4), body);
}
