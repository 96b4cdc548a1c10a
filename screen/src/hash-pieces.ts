import { createSha256 } from '@vitrine/client/internal/hash';

// Web Crypto is fast but wants a file in one piece; televisions have little memory to spare.
const WHOLE_BYTES_MAX = 32 * 1024 ** 2;
// A weak processor hashes this in some milliseconds: what plays meanwhile must not notice.
const SLICE_BYTES = 256 * 1024;

// The SHA-256 of a file that lies in pieces, read one after the other.
export async function hashPieces(pieces: readonly Blob[]): Promise<string> {
  const whole = new Blob([...pieces]);
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle !== undefined && whole.size <= WHOLE_BYTES_MAX) {
    return toHex(new Uint8Array(await subtle.digest('SHA-256', await whole.arrayBuffer())));
  }
  const hash = createSha256();
  for (const piece of pieces) {
    const bytes = new Uint8Array(await piece.arrayBuffer());
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      hash.update(bytes.subarray(at, at + SLICE_BYTES));
      await letOthersRun();
    }
  }
  return hash.hex();
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// Not a timer: browsers make those wait four milliseconds, which for a long film is minutes.
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
