import { CustomSource, Input, MP4, WEBM } from 'mediabunny';
import type { ReadRange } from './limit-reads.js';
import type { Metadata } from './metadata.js';

type VideoSource = { readonly sizeBytes: number; readonly read: ReadRange };

const FORMATS = { 'video/mp4': MP4, 'video/webm': WEBM };

export async function readVideo(mimeType: keyof typeof FORMATS, { sizeBytes, read }: VideoSource): Promise<Metadata> {
  const source = new CustomSource({
    getSize: () => sizeBytes,
    read: (start, end) => read({ start, endInclusive: end - 1 }),
    // Reads are widened to whole blocks of 64 KiB: an index at either end takes two or three.
    prefetchProfile: 'fileSystem',
    // Bytes that were fetched ahead and that nobody waits for.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ formats: [FORMATS[mimeType]], source });
  try {
    const size = await findSize(input);
    return { ...size, durationSeconds: await findDuration(input) };
  } finally {
    input.dispose();
  }
}

async function findSize(input: Input): Promise<Pick<Metadata, 'width' | 'height'>> {
  const [track] = await input.getVideoTracks();
  if (track === undefined) return { width: null, height: null };
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
}

// Recordings of browsers and fragmented files do not state it: it is found at their last frame if that is within reach.
async function findDuration(input: Input): Promise<number | null> {
  try {
    return (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  } catch {
    return null;
  }
}
