import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Canvas } from './canvas.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGB_8_BIT = [8, 2, 0, 0, 0];
const FILTER_UP = 2;
// Higher levels take three times as long to save a tenth.
const LEVEL = 3;

// The compression runs on another thread, so the next picture can be drawn meanwhile.
export async function encodePng(canvas: Canvas): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(canvas.width, 0);
  header.writeUInt32BE(canvas.height, 4);
  header.set(RGB_8_BIT, 8);
  const pixels = await promisify<Buffer, { level: number }, Buffer>(deflate)(filteredRows(canvas), { level: LEVEL });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, -4)), out.length - 4);
  return out;
}

// Each row as its difference from the one above: soft posters become mostly zeros.
function filteredRows({ width, height, data }: Canvas): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let above: Uint8Array = new Uint8Array(width * 4);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width * 4, (y + 1) * width * 4);
    rows[to++] = FILTER_UP;
    for (let at = 0; at < row.length; at += 4) {
      rows[to++] = (row[at] ?? 0) - (above[at] ?? 0);
      rows[to++] = (row[at + 1] ?? 0) - (above[at + 1] ?? 0);
      rows[to++] = (row[at + 2] ?? 0) - (above[at + 2] ?? 0);
    }
    above = row;
  }
  return rows;
}
