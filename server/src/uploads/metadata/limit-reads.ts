// The budget of one file. It is kept on the server's side: the parser may be under the spell of the file.
import type { ByteRange } from '../../storage/object-store.js';

export type ReadRange = (range: ByteRange) => Promise<Uint8Array>;

// The index of a video of two hours is about 5 MiB.
const READ_BYTES_MAX = 16 * 1024 * 1024;
const READS_MAX = 64;

export function limitReads(source: { readonly sizeBytes: number; readonly read: ReadRange }): ReadRange {
  let bytesLeft = READ_BYTES_MAX;
  let readsLeft = READS_MAX;
  return async ({ start, endInclusive }) => {
    const length = endInclusive - start + 1;
    if (!isWithin(start, endInclusive, source.sizeBytes)) throw new RangeError(`no bytes ${start} to ${endInclusive}`);
    if (readsLeft < 1 || bytesLeft < length) throw new RangeError('the read budget is spent');
    readsLeft -= 1;
    bytesLeft -= length;
    return source.read({ start, endInclusive });
  };
}

const isWithin = (start: number, endInclusive: number, sizeBytes: number): boolean =>
  Number.isSafeInteger(start) &&
  Number.isSafeInteger(endInclusive) &&
  start >= 0 &&
  start <= endInclusive &&
  endInclusive < sizeBytes;
