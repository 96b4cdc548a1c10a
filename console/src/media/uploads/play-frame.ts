import { drawThumbnail } from './thumbnail.js';
import { frameMoment, type VideoFacts } from './video-facts.js';

const WAIT_MS = 10_000;

// The same by the browser's own player, without ever showing it.
export async function playFrame(file: File): Promise<VideoFacts> {
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
