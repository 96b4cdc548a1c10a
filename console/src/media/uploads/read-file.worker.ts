import { createSha256 } from '@vitrine/client';
import { readPicture } from './read-picture.js';
import type { FromReader, ToReader } from './reader-messages.js';

// Hashes a file and, of a picture, makes the thumbnail, beside the page, which stays smooth. Never more than a piece of
// the file is in memory. Hashed by our own code, because Web Crypto wants a file in one piece, and only over https.
const PIECE_BYTES = 4 * 1024 * 1024;
const TELL_EVERY_BYTES = 16 * 1024 * 1024;

const tell = (message: FromReader): void => globalThis.postMessage(message);

async function hash(file: File): Promise<string> {
  const sha256 = createSha256();
  let toldBytes = 0;
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    sha256.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
    if (at - toldBytes < TELL_EVERY_BYTES) continue;
    toldBytes = at;
    tell({ kind: 'progress', doneBytes: at });
  }
  return sha256.hex();
}

async function read({ file, isPicture }: ToReader): Promise<void> {
  try {
    const checksum = await hash(file);
    const picture = isPicture ? await readPicture(file).catch(() => undefined) : undefined;
    tell({ kind: 'done', checksum, picture });
  } catch {
    tell({ kind: 'failed' });
  }
}

globalThis.onmessage = ({ data }: MessageEvent<ToReader>) => void read(data);
