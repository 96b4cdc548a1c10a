import type { MetadataSource } from '../read-metadata.js';

type WatchedSource = MetadataSource & { readonly ranges: { start: number; endInclusive: number }[] };

// A stored file, and a list of what was read of it.
export function sourceOf(bytes: Uint8Array, mimeType: string): WatchedSource {
  const ranges: WatchedSource['ranges'] = [];
  const read: MetadataSource['read'] = (range) => {
    ranges.push(range);
    return Promise.resolve(bytes.subarray(range.start, range.endInclusive + 1));
  };
  return { sizeBytes: bytes.length, mimeType, read, ranges };
}
