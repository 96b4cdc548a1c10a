type Box = { readonly type: string; readonly start: number; readonly body: Buffer };
type FramePlace = {
  readonly start: number;
  readonly size: number;
  readonly unitType: number;
  readonly unitBytes: number;
};

// Walks the boxes of an MP4 file as a player would, apart from the code that wrote them.
export function readMp4(file: Buffer) {
  const top = boxes(file, 0);
  if (top.map(({ type }) => type).join() !== 'ftyp,moov,mdat') throw new Error('not an MP4 file with its index first');
  const moov = find(top, 'moov');
  const trak = find(boxes(moov, 0), 'trak');
  const mdia = boxes(find(boxes(trak, 0), 'mdia'), 0);
  const stbl = boxes(find(boxes(find(mdia, 'minf'), 0), 'stbl'), 0);
  const header = find(boxes(moov, 0), 'mvhd');
  const entry = find(stbl, 'stsd').subarray(16);
  const data = top.find(({ type }) => type === 'mdat');
  const dataStart = (data?.start ?? 0) + 8;
  return {
    width: entry.readUInt16BE(24),
    height: entry.readUInt16BE(26),
    seconds: header.readUInt32BE(16) / header.readUInt32BE(12),
    framesPerSecond: find(mdia, 'mdhd').readUInt32BE(12) / find(stbl, 'stts').readUInt32BE(12),
    keyFrames: numbers(find(stbl, 'stss'), 8),
    frames: frames(file, numbers(find(stbl, 'stsz'), 12), find(stbl, 'stco').readUInt32BE(8)),
    dataStart,
    dataEnd: dataStart + (data?.body.length ?? 0),
  };
}

function frames(file: Buffer, sizes: readonly number[], first: number): FramePlace[] {
  let start = first;
  return sizes.map((size) => {
    const frame = { start, size, unitBytes: file.readUInt32BE(start), unitType: file.readUInt8(start + 4) & 31 };
    start += size;
    return frame;
  });
}

function boxes(bytes: Buffer, from: number): Box[] {
  const found: Box[] = [];
  for (let start = from; start < bytes.length;) {
    const size = bytes.readUInt32BE(start);
    if (size < 8 || start + size > bytes.length) throw new Error(`a box of ${size} bytes at ${start}`);
    found.push({
      type: bytes.toString('latin1', start + 4, start + 8),
      start,
      body: bytes.subarray(start + 8, start + size),
    });
    start += size;
  }
  return found;
}

function find(among: readonly Box[], type: string): Buffer {
  const box = among.find((candidate) => candidate.type === type);
  if (box === undefined) throw new Error(`no ${type} box`);
  return box.body;
}

const numbers = (bytes: Buffer, from: number): number[] =>
  Array.from({ length: (bytes.length - from) / 4 }, (_, index) => bytes.readUInt32BE(from + index * 4));
