import type { MimeType } from '@vitrine/client';

// Whether a picture goes on to its own end. Nothing is decoded: each kind says by its structure where it ends.
export async function isWhole(file: Blob, mimeType: MimeType): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  switch (mimeType) {
    case 'image/jpeg':
      return isWholeJpeg(bytes);
    case 'image/png':
      return isWholePng(bytes);
    case 'image/webp':
      return bytes.length >= 12 && readUint32(bytes, 4, true) + 8 <= bytes.length;
    case 'video/mp4':
    case 'video/webm':
      return true;
  }
}

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda];

// Segments with a length, then scans up to the marker of the end. Inside a scan 0xff is followed by 0 or a restart.
function isWholeJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return false;
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) return true;
    if (marker === 0xff) {
      at += 1; // filling
      continue;
    }
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (marker === SOS) at = findMarker(bytes, at);
  }
  return false;
}

function findMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

// Chunks up to the one that is the end.
function isWholePng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + readUint32(bytes, at, false)) {
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === 'IEND') return true;
  }
  return false;
}

const readUint32 = (bytes: Uint8Array, at: number, isLittle: boolean): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, isLittle);
