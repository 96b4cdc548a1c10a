// The least that a WebM file needs to say how large and how long it is.
import { joined, u32 } from './bytes.js';

type Webm = {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  // stands where the first cluster belongs
  readonly tail?: Buffer;
};

export function makeWebm({ width, height, seconds, tail = cluster() }: Webm): Buffer {
  const info = element('1549a966', element('2ad7b1', u32(1_000_000)), element('4489', float(seconds * 1000)));
  const video = element('e0', element('b0', u32(width)), element('ba', u32(height)));
  const entry = element('ae', number('d7', 1), number('73c5', 1), number('83', 1), element('86', 'V_VP8'), video);
  return joined(header('webm'), element('18538067', info, element('1654ae6b', entry), tail));
}

// No element begins in its tail, and mediabunny 1.61 looks for one at the same place for ever (resync).
export const makeEndlessWebm = (): Buffer =>
  makeWebm({ width: 320, height: 180, seconds: 2, tail: Buffer.alloc(200, 0x01) });

const header = (type: string): Buffer =>
  element(
    '1a45dfa3',
    number('4286', 1),
    number('42f7', 1),
    element('4282', type),
    number('4287', 4),
    number('4285', 2),
  );

// One key frame at time 0 in track 1.
const cluster = (): Buffer =>
  element('1f43b675', number('e7', 0), element('a3', Buffer.from('81000080', 'hex'), 'pixels'));

const number = (id: string, value: number): Buffer => element(id, Buffer.from([value]));

// Sizes always take four bytes, 0x10 marking that width.
function element(id: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = joined(...parts);
  return joined(Buffer.from(id, 'hex'), u32(0x1000_0000 + body.length), body);
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
