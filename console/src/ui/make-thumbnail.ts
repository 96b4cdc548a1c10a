// Thumbnails of items that came without one, such as through the API: the first browser that shows the item makes it, and
// the service keeps it. One at a time, because each takes a whole file.
import { hashFile } from '@vitrine/client/internal/hash';
import { createPutBytes } from '@vitrine/client/internal/put-bytes';
import type { Media } from '@vitrine/contract/media';
import { call } from '../api/call.js';
import { drawThumbnail, frameMoment } from './draw-thumbnail.js';

export type Pictured = Pick<Media, 'id' | 'type' | 'width'> & { readonly fileUrl: string };

export type Made =
  | { readonly kind: 'kept'; readonly url: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'none' };

// A picture of the file, or why there is none. What is not the file's fault may be tried again another time.
export async function makeThumbnail(media: Pictured): Promise<Made> {
  const drawn = media.type === 'image' ? await drawPicture(media.fileUrl) : await drawFrame(media);
  if (drawn === 'broken') {
    const { isBroken } = await call('reportBroken', { params: { id: media.id } });
    return isBroken ? { kind: 'broken' } : { kind: 'none' };
  }
  return drawn === undefined ? { kind: 'none' } : keep(media.id, drawn);
}

type Drawn = Blob | 'broken' | undefined;

async function drawPicture(url: string): Promise<Drawn> {
  const response = await fetch(url);
  if (!response.ok) return undefined;
  const file = await response.blob();
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (picture === undefined) return 'broken';
  try {
    return await drawThumbnail(picture, picture);
  } finally {
    picture.close();
  }
}

const WAIT_MS = 20_000;

// By the browser's own player. One that does not know the codec says nothing of the file; one that cannot open what the
// service could not read either does.
async function drawFrame({ fileUrl, width }: Pictured): Promise<Drawn> {
  const video = Object.assign(document.createElement('video'), {
    crossOrigin: 'anonymous',
    muted: true,
    preload: 'auto',
    src: fileUrl,
  });
  try {
    await eventOf(video, 'loadeddata');
    video.currentTime = frameMoment(Number.isFinite(video.duration) ? video.duration : 0);
    await eventOf(video, 'seeked');
    return await drawThumbnail(video, { width: video.videoWidth, height: video.videoHeight });
  } catch {
    const isUnreadable = video.error !== null && video.error.code >= MediaError.MEDIA_ERR_DECODE;
    return isUnreadable && width === null && (await isThere(fileUrl)) ? 'broken' : undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

const isThere = async (url: string): Promise<boolean> =>
  (await fetch(url, { headers: { range: 'bytes=0-0' } })).status === 206;

function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  const over = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error('no frame'));
    const timer = setTimeout(fail, WAIT_MS);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    video.addEventListener(name, () => resolve(), { signal: over.signal });
    video.addEventListener('error', fail, { signal: over.signal });
  }).finally(() => over.abort());
}

const putBytes = createPutBytes({ maxRetries: 0, timeoutMs: 120_000 });

async function keep(id: string, thumbnail: Blob): Promise<Made> {
  const { checksum } = await hashFile(thumbnail);
  const body = { sizeBytes: thumbnail.size, checksum };
  const { ticket, upload } = await call('startThumbnail', { params: { id }, body });
  // Another browser was faster.
  if (ticket === null || upload === null) return toMade(await call('getConsoleMedia', { params: { id } }));
  await putBytes(upload, thumbnail, {});
  return toMade(await call('finishThumbnail', { params: { id }, body: { ...body, ticket } }));
}

const toMade = ({ thumbnailUrl }: { readonly thumbnailUrl: string | null }): Made =>
  thumbnailUrl === null ? { kind: 'none' } : { kind: 'kept', url: thumbnailUrl };
