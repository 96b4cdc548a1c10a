import type { VideoFacts } from './video-facts.js';

const NOTHING: VideoFacts = { looks: undefined, durationSeconds: undefined, codec: undefined };

// Reads the index of the film and one frame of it. The reader of films is large and comes when the first film does; what
// it cannot do, decoding without https among it, the browser's own player does. A film that neither knows goes without.
export async function readVideo(file: File): Promise<VideoFacts> {
  const parsed = await parseFilm(file);
  if (parsed.looks?.thumbnail !== undefined) return parsed;
  const played = await playFilm(file);
  return {
    looks: played.looks ?? parsed.looks,
    durationSeconds: parsed.durationSeconds ?? played.durationSeconds,
    codec: parsed.codec,
  };
}

async function parseFilm(file: File): Promise<VideoFacts> {
  try {
    const { parseVideo } = await import('./parse-video.js');
    return await parseVideo(file);
  } catch {
    return NOTHING;
  }
}

async function playFilm(file: File): Promise<VideoFacts> {
  try {
    const { playFrame } = await import('./play-frame.js');
    return await playFrame(file);
  } catch {
    return NOTHING;
  }
}
