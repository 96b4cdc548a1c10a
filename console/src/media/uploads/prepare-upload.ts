import { toContentId, UploadError, type MimeType } from '@vitrine/client';
import { partBytesOf, toDivision } from '@vitrine/client/internal/divide';
import { DURATION_SECONDS_MAX, FILE_NAME_CHARACTERS_MAX, MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { BrokenFileError } from './broken-file-error.js';
import type { FileRead, FromReader, ToReader } from './read-file.worker.js';
import { readVideo } from './read-video.js';
import type { Prepared } from './upload.js';

type Options = { readonly signal: AbortSignal; readonly onProgress: (doneBytes: number) => void };

// Everything that the service wants to know of a file, read in the browser.
export async function prepareUpload(file: File, mimeType: MimeType, options: Options): Promise<Prepared> {
  const isPicture = mimeType.startsWith('image/');
  const partBytes = partBytesOf(file);
  const [{ checksum, partChecksums, picture }, video] = await Promise.all([
    readFile(file, { ...options, mimeType, partBytes }),
    isPicture ? undefined : readVideo(file),
  ]);
  options.signal.throwIfAborted();
  if (picture === 'broken') {
    throw new BrokenFileError(
      'This picture is broken: it cannot be opened. Save or copy it again, and choose the new one.',
    );
  }
  if (video === 'broken') {
    throw new BrokenFileError(
      'This film is broken: it cannot be opened. Save or copy it again, and choose the new one.',
    );
  }
  const looks = picture ?? video?.looks;
  return {
    thumbnail: looks?.thumbnail,
    division: toDivision(partBytes, partChecksums),
    request: {
      // By its content, so that an upload which was cut off is taken up again, also after the page was closed.
      id: toContentId(checksum, file.size, mimeType),
      name: toName(file.name),
      fileName: file.name.slice(-FILE_NAME_CHARACTERS_MAX),
      mimeType,
      fileSize: file.size,
      checksum,
      width: looks?.width ?? null,
      height: looks?.height ?? null,
      duration: toDuration(video?.durationSeconds),
      codec: video?.codec ?? null,
      ...(looks?.thumbnail !== undefined && { hasThumbnail: true, thumbnailSize: looks.thumbnail.size }),
    },
  };
}

// "door-august.mp4" is shown as "door-august".
function toName(fileName: string): string {
  const name = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MEDIA_NAME_CHARACTERS_MAX);
  return name === '' ? 'Untitled' : name;
}

const toDuration = (seconds: number | undefined): number | null =>
  seconds !== undefined && seconds > 0 && seconds <= DURATION_SECONDS_MAX ? seconds : null;

type ReadOptions = Options & { readonly mimeType: MimeType; readonly partBytes: number | undefined };

// One worker a file: ending it is the one way to stop it in the middle.
function readFile(file: File, { mimeType, partBytes, signal, onProgress }: ReadOptions): Promise<FileRead> {
  return new Promise<FileRead>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./read-file.worker.js', import.meta.url), { type: 'module' });
    const end = (then: () => void): void => {
      worker.terminate();
      then();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.addEventListener('error', () => end(() => reject(new UploadError('The file could not be read.'))));
    worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if (data.kind === 'progress') onProgress(data.doneBytes);
      else if (data.kind === 'done') end(() => resolve(data));
      else end(() => reject(new UploadError('The file changed or went away while it was read: choose it again.')));
    });
    worker.postMessage({ file, mimeType, partBytes } satisfies ToReader);
  });
}
