import { PROFILE, type VideoSize } from './h264.js';

// Puts one H.264 track into an MP4 file, with the index first so that a browser can start at once.
export type Sample = { readonly data: Buffer; readonly key: boolean };
export type Track = VideoSize & {
  readonly framesPerSecond: number;
  readonly sequence: Buffer;
  readonly picture: Buffer;
  readonly samples: readonly Sample[];
};

const TIMESCALE = 600;
const ENABLED_IN_MOVIE = 3;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const LANGUAGE_UNDETERMINED = 0x55c40000;
const PIXELS_PER_INCH_72 = 0x480000;

export function muxMp4(track: Track): Buffer {
  const frames = track.samples.map(({ data }) => Buffer.concat([words(data.length), data]));
  const head = box('ftyp', 'isom', words(0x200), 'isomiso2avc1mp41');
  // The index holds the place of the first frame, and its own length does not depend on that number.
  const before = head.length + movie(track, 0).length + 8;
  return Buffer.concat([head, movie(track, before), box('mdat', ...frames)]);
}

type Part = Buffer | string;

function box(type: string, ...parts: Part[]): Buffer {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([words(data.length + 8), Buffer.from(type, 'latin1'), data]);
}

// A box that begins with a version, 0, and flags.
const flagged = (type: string, flags: number, ...parts: Part[]): Buffer => box(type, words(flags), ...parts);

function words(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) out.writeUInt32BE(value, index * 4);
  return out;
}

function halves(...values: number[]): Buffer {
  const out = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) out.writeUInt16BE(value, index * 2);
  return out;
}

function movie(track: Track, firstFrameAt: number): Buffer {
  const duration = (track.samples.length * TIMESCALE) / track.framesPerSecond;
  const { width, height } = track;
  return box(
    'moov',
    flagged(
      'mvhd',
      0,
      words(0, 0, TIMESCALE, duration, 0x10000),
      halves(0x100, 0),
      words(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
    ),
    box(
      'trak',
      flagged(
        'tkhd',
        ENABLED_IN_MOVIE,
        words(0, 0, 1, 0, duration, 0, 0, 0, 0, ...MATRIX, width * 0x10000, height * 0x10000),
      ),
      box(
        'mdia',
        flagged('mdhd', 0, words(0, 0, TIMESCALE, duration, LANGUAGE_UNDETERMINED)),
        flagged('hdlr', 0, words(0), 'vide', words(0, 0, 0), 'Video\0'),
        box('minf', flagged('vmhd', 1, words(0, 0)), dataHere(), sampleTable(track, firstFrameAt)),
      ),
    ),
  );
}

const dataHere = (): Buffer => box('dinf', flagged('dref', 0, words(1), flagged('url ', 1)));

function sampleTable(track: Track, firstFrameAt: number): Buffer {
  const { samples, framesPerSecond } = track;
  const keys = samples.flatMap(({ key }, index) => (key ? [index + 1] : []));
  return box(
    'stbl',
    flagged('stsd', 0, words(1), sampleEntry(track)),
    flagged('stts', 0, words(1, samples.length, TIMESCALE / framesPerSecond)),
    flagged('stss', 0, words(keys.length, ...keys)),
    flagged('stsc', 0, words(1, 1, samples.length, 1)),
    flagged('stsz', 0, words(0, samples.length, ...samples.map(({ data }) => data.length + 4))),
    flagged('stco', 0, words(1, firstFrameAt)),
  );
}

function sampleEntry({ width, height, sequence, picture }: Track): Buffer {
  const configuration = box(
    'avcC',
    Buffer.from([1, PROFILE.idc, PROFILE.constraints, PROFILE.level, 0xff, 0xe1]),
    halves(sequence.length),
    sequence,
    Buffer.from([1]),
    halves(picture.length),
    picture,
  );
  const colors = box('colr', 'nclx', halves(6, 6, 6), Buffer.from([0]));
  return box(
    'avc1',
    halves(0, 0, 0, 1),
    words(0, 0, 0, 0),
    halves(width, height),
    words(PIXELS_PER_INCH_72, PIXELS_PER_INCH_72, 0),
    halves(1),
    Buffer.alloc(32),
    halves(24, 0xffff),
    configuration,
    colors,
  );
}
