import { drawThumbnail, frameMoment, type VideoFacts } from '../../ui/draw-thumbnail.js';

const NOTHING: VideoFacts = { looks: undefined, durationSeconds: undefined, codec: undefined };

// Reads the index of the film and one frame of it. The reader of films is large and comes when the first film does; what
// it cannot do, decoding without https among it, the browser's own player does. A film that neither knows goes without.
export async function readVideo(file: File): Promise<VideoFacts> {
  const parsed = await parseVideo(file).catch(() => NOTHING);
  if (parsed.looks?.thumbnail !== undefined) return parsed;
  const played = await playFrame(file).catch(() => NOTHING);
  return {
    looks: played.looks ?? parsed.looks,
    durationSeconds: parsed.durationSeconds ?? played.durationSeconds,
    codec: parsed.codec,
  };
}

const parseVideo = async (file: File): Promise<VideoFacts> => (await import('./parse-video.js')).parseVideo(file);

const WAIT_MS = 10_000;

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
      end(() => reject(new Error('the player does not know this film'))),
      { once: true },
    );
  });
}
