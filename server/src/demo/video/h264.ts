import type { Canvas } from '../canvas.js';
import { type BitWriter, newBitWriter } from './bit-writer.js';
import { BLOCK, blocksAcross, isSameBlock, toMacroblock } from './macroblocks.js';

// The smallest H.264 that every player takes (constrained baseline): a block that changed is sent raw (I_PCM), one that
// did not is skipped. No prediction and no transform, so nothing is lost and nothing can be wrong in a decoder's eye;
// the price is size, which short clips with still backgrounds can pay.
export type VideoSize = { readonly width: number; readonly height: number };
export type Frame = Pick<Canvas, 'width' | 'height' | 'data' | 'pixels'>;

export const PROFILE = { idc: 66, constraints: 0xc0, level: 31 } as const;
const FRAME_NUMBER_BITS = 8;
const NAL = { slice: 0x61, keySlice: 0x65, sequence: 0x67, picture: 0x68 } as const;
const SLICE = { p: 5, i: 7 } as const;
const I_PCM = { inP: 30, inI: 25 } as const;

export function sequenceParameters({ width, height }: VideoSize): Buffer {
  const out = newBitWriter();
  out.bits(PROFILE.idc, 8);
  out.bits(PROFILE.constraints, 8);
  out.bits(PROFILE.level, 8);
  out.number(0); // id
  out.number(FRAME_NUMBER_BITS - 4);
  out.number(2); // pictures come in the order they are shown
  out.number(1); // one reference picture
  out.bits(0, 1);
  out.number(blocksAcross(width) - 1);
  out.number(blocksAcross(height) - 1);
  out.bits(0b11, 2); // whole frames; the way direct blocks would be read
  out.bits(1, 1); // cropped, in steps of two pixels: left, right, top, bottom
  for (const crop of [0, blocksAcross(width) * BLOCK - width, 0, blocksAcross(height) * BLOCK - height])
    out.number(crop / 2);
  out.bits(0, 1);
  return toUnit(NAL.sequence, out);
}

export function pictureParameters(): Buffer {
  const out = newBitWriter();
  out.number(0); // id
  out.number(0); // of that sequence
  out.bits(0b00, 2); // CAVLC, no fields
  for (let zero = 0; zero < 3; zero++) out.number(0); // one slice group, one reference each way
  out.bits(0b000, 3);
  for (let zero = 0; zero < 3; zero++) out.number(0); // quantisers, which raw blocks do not use
  out.bits(0b100, 3); // slices may switch off the deblocking filter
  return toUnit(NAL.picture, out);
}

// `index` counts from the last key frame; without a frame before, this is one. `key` numbers the key frames.
export function encodeFrame(
  frame: Frame,
  before: Frame | undefined,
  { index, key }: { index: number; key: number },
): Buffer {
  const out = newBitWriter();
  out.number(0); // first block
  out.number(before === undefined ? SLICE.i : SLICE.p);
  out.number(0); // picture parameters
  out.bits(index % 2 ** FRAME_NUMBER_BITS, FRAME_NUMBER_BITS);
  if (before === undefined) out.number(key % 2);
  out.bits(0b00, 2); // key: kept for reference, short-term; other: no override, no reordering
  if (before !== undefined) out.bits(0, 1); // sliding window
  out.number(0); // quantiser as given
  out.number(1); // no deblocking
  writeBlocks(out, frame, before);
  return toUnit(before === undefined ? NAL.keySlice : NAL.slice, out);
}

function writeBlocks(out: BitWriter, frame: Frame, before: Frame | undefined): void {
  const { width, height } = frame;
  let skipped = 0;
  for (let row = 0; row < blocksAcross(height); row++)
    for (let column = 0; column < blocksAcross(width); column++) {
      if (before !== undefined && isSameBlock(before.pixels, frame.pixels, { width, height, column, row })) {
        skipped++;
        continue;
      }
      if (before !== undefined) out.number(skipped);
      skipped = 0;
      out.number(before === undefined ? I_PCM.inI : I_PCM.inP);
      out.align();
      out.bytes(toMacroblock(frame, column, row));
    }
  if (skipped > 0) out.number(skipped);
}

// Three bytes that look like a start code are broken up by a 3.
function toUnit(type: number, writer: BitWriter): Buffer {
  const payload = writer.finish();
  const out: Buffer[] = [Buffer.from([type])];
  let zeros = 0;
  let from = 0;
  for (let at = 0; at < payload.length; at++) {
    const byte = payload[at] ?? 0;
    if (zeros >= 2 && byte <= 3) {
      out.push(payload.subarray(from, at), Buffer.from([3]));
      from = at;
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.concat([...out, payload.subarray(from)]);
}
