import { drawThumbnail, frameMoment, type VideoFacts } from '../../ui/draw-thumbnail.js';

const NOTHING: VideoFacts = { looks: undefined, durationSeconds: undefined, codec: undefined };

// Reads the index of the film and one frame of it. The reader of films is large and comes when the first film does; what
// it cannot do, decoding without https among it, the browser's own player does. A film of a kind that this browser does not
// play goes without a frame. Broken is one that the reader finds no film in and the player refuses.
export async function readVideo(file: File): Promise<VideoFacts | 'broken'> {
  const reader = await import('./parse-video.js').catch(() => undefined);
  const parsed = (await reader?.parseVideo(file).catch(() => NOTHING)) ?? NOTHING;
  if (parsed.looks?.thumbnail !== undefined) return parsed;
  let isRefused = false;
  const played = await playFrame(file).catch((thrown: unknown) => {
    isRefused = thrown === REFUSED;
    return NOTHING;
  });
  if (isRefused && reader !== undefined && parsed.looks === undefined) return 'broken';
  return {
    looks: played.looks ?? parsed.looks,
    durationSeconds: parsed.durationSeconds ?? played.durationSeconds,
    codec: parsed.codec,
  };
}

const REFUSED = new Error('the player does not know this film');

const WAIT_MS = 30_000;

// By the browser's own player, without ever showing it.
async function playFrame(file: File): Promise<VideoFacts> {
  const url = URL.createObjectURL(file);
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto', src: url });
  try {
    await eventOf(video, 'loadeddata');
    const durationSeconds = Number.isFinite(video.duration) ? video.duration : undefined;
    video.currentTime = frameMoment(durationSeconds ?? 0);
    await eventOf(video, 'seeked');
    const size = { width: video.videoWidth, height: video.videoHeight };
    return { looks: { ...size, thumbnail: await drawThumbnail(video, size) }, durationSeconds, codec: undefined };
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}

function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the player takes too long')), WAIT_MS);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    video.addEventListener(name, end(resolve), { once: true });
    video.addEventListener(
      'error',
      end(() => reject(REFUSED)),
      { once: true },
    );
  });
}
