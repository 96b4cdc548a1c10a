// The least that an MP4 file needs to say how large and how long it is.
import { joined, u16, u32 } from './bytes.js';

type Mp4 = {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly index?: 'first' | 'last';
  readonly turned?: 'upright' | 'by 90 degrees';
  readonly dataBytes?: number;
  // entries of the table of sample sizes
  readonly samples?: number;
};

const TIMESCALE = 1000;
const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const TURNED = [0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000];

export function makeMp4(options: Mp4): Buffer {
  const type = box('ftyp', joined('isom', u32(512), 'isommp42'));
  const data = box('mdat', Buffer.alloc(options.dataBytes ?? 512, 0x42));
  const index = box('moov', joined(movieHeader(options.seconds), track(options)));
  return options.index === 'last' ? joined(type, data, index) : joined(type, index, data);
}

// A fragment that claims four thousand million samples in a few bytes: a reader that lists them runs out of memory.
export function makeMp4WithEndlessFragment(): Buffer {
  const extends_ = box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0)));
  const options: Mp4 = { width: 64, height: 64, seconds: 0, samples: 0 };
  const index = box('moov', joined(movieHeader(0), track(options), extends_));
  const run = joined(box('tfhd', u32(0, 1)), box('tfdt', u32(0, 0)), box('trun', u32(0, 0xffff_ffff)));
  const fragment = box('moof', joined(box('mfhd', u32(0, 1)), box('traf', run)));
  return joined(box('ftyp', joined('iso5', u32(512), 'iso5')), index, fragment, box('mdat', Buffer.alloc(64)));
}

// Sample sizes of four bits each, 20 million of them: listed as numbers they take 16 times the room.
export function makeMp4WithCompactSizes(): Buffer {
  const file = makeMp4({ width: 64, height: 64, seconds: 1, samples: 2_500_000 });
  const table = file.indexOf('stsz');
  file.write('stz2', table, 'latin1');
  u32(4, 20_000_000).copy(file, table + 8);
  return file;
}

const movieHeader = (seconds: number): Buffer =>
  box(
    'mvhd',
    joined(
      u32(0, 0, 0, TIMESCALE, seconds * TIMESCALE, 0x10000, 0x01000000, 0, 0),
      u32(...UPRIGHT),
      Buffer.alloc(24),
      u32(2),
    ),
  );

function track({ width, height, seconds, turned, samples = 1 }: Mp4): Buffer {
  const matrix = turned === 'by 90 degrees' ? TURNED : UPRIGHT;
  const duration = seconds * TIMESCALE;
  const head = joined(u32(3, 0, 0, 1, 0, duration, 0, 0, 0, 0), u32(...matrix), u32(width * 0x10000, height * 0x10000));
  const mediaHeader = box('mdhd', joined(u32(0, 0, 0, TIMESCALE, duration), u16(0x55c4), u16(0)));
  const handler = box('hdlr', joined(u32(0, 0), 'vide', Buffer.alloc(12), 'video\0'));
  const dataInfo = box('dinf', box('dref', joined(u32(0, 1), box('url ', u32(1)))));
  const media = joined(box('vmhd', Buffer.alloc(12)), dataInfo, sampleTable(width, height, duration, samples));
  return box('trak', joined(box('tkhd', head), box('mdia', joined(mediaHeader, handler, box('minf', media)))));
}

function sampleTable(width: number, height: number, duration: number, samples: number): Buffer {
  const entry = joined(Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height), u32(0x480000, 0x480000, 0));
  const description = box('avc1', joined(entry, u16(1), Buffer.alloc(32), u16(24), u16(0xffff), avcConfig));
  const sizes = samples === 0 ? u32(0, 0, 0) : joined(u32(0, 0, samples), Buffer.alloc(samples * 4, 1));
  const count = Math.min(samples, 1);
  return box(
    'stbl',
    joined(
      box('stsd', joined(u32(0, 1), description)),
      box('stts', joined(u32(0, count), samples === 0 ? '' : u32(samples, Math.floor(duration / samples)))),
      box('stsc', joined(u32(0, count), samples === 0 ? '' : u32(1, samples, 1))),
      box('stsz', sizes),
      box('stco', joined(u32(0, count), samples === 0 ? '' : u32(64))),
    ),
  );
}

const box = (type: string, body: Buffer): Buffer => joined(u32(body.length + 8), type, body);

const avcConfig = box('avcC', Buffer.from('0142c01effe000', 'hex'));
