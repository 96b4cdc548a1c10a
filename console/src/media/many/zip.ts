// A ZIP archive of files as they are: pictures and videos are packed already. Written as ZIP64, so that no size and no
// number of files is too large (APPNOTE 6.3, 4.3 and 4.5).
export type ZipEntry = { readonly name: string; readonly blob: Blob };

const VERSION = 45;
const UTF8_NAMES = 0x0800;
const FULL = 0xffff_ffff;

export async function zip(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, blob } of entries) {
    const file = { name: new TextEncoder().encode(name), size: blob.size, crc: await crc32(blob), at };
    const header = localHeader(file);
    parts.push(header, blob);
    directory.push(centralHeader(file));
    at += header.length + blob.size;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return new Blob([...parts, ...directory, end(entries.length, at, size)], { type: 'application/zip' });
}

type File = {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly size: number;
  readonly crc: number;
  readonly at: number;
};

// A number and how many bytes it takes, least first.
type Field = readonly [value: number, bytes: 2 | 4 | 8];

function bytesOf(fields: readonly Field[], ...rest: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const all = new Uint8Array(length + rest.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(all.buffer);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  for (const part of rest) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// 1 January 1980, which is what «no date» looks like.
const NO_TIME: readonly Field[] = [
  [0, 2],
  [0x21, 2],
];

const localHeader = ({ name, size, crc }: File) =>
  bytesOf(
    [
      [0x0403_4b50, 4],
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [0, 2],
      ...NO_TIME,
      [crc, 4],
      [FULL, 4],
      [FULL, 4],
      [name.length, 2],
      [20, 2],
    ],
    name,
    bytesOf([
      [1, 2],
      [16, 2],
      [size, 8],
      [size, 8],
    ]),
  );

const centralHeader = ({ name, size, crc, at }: File) =>
  bytesOf(
    [
      ...([
        [0x0201_4b50, 4],
        [VERSION, 2],
        [VERSION, 2],
        [UTF8_NAMES, 2],
        [0, 2],
      ] as const),
      ...NO_TIME,
      ...([
        [crc, 4],
        [FULL, 4],
        [FULL, 4],
        [name.length, 2],
        [28, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [FULL, 4],
      ] as const),
    ],
    name,
    bytesOf([
      [1, 2],
      [24, 2],
      [size, 8],
      [size, 8],
      [at, 8],
    ]),
  );

const end = (count: number, at: number, size: number) =>
  bytesOf([
    ...([
      [0x0606_4b50, 4],
      [44, 8],
      [VERSION, 2],
      [VERSION, 2],
      [0, 4],
      [0, 4],
      [count, 8],
      [count, 8],
      [size, 8],
      [at, 8],
    ] as const),
    ...([
      [0x0706_4b50, 4],
      [0, 4],
      [at + size, 8],
      [1, 4],
    ] as const),
    ...([
      [0x0605_4b50, 4],
      [0, 2],
      [0, 2],
      [0xffff, 2],
      [0xffff, 2],
      [FULL, 4],
      [FULL, 4],
      [0, 2],
    ] as const),
  ]);

const TABLE = Uint32Array.from({ length: 256 }, (_, at) => {
  let crc = at;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc;
});

// Read as a stream: a file may be larger than the memory.
async function crc32(blob: Blob): Promise<number> {
  let crc = FULL;
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (crc ^ FULL) >>> 0;
    for (const byte of value) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  }
}
