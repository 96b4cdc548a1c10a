import { toContentId, type MimeType } from '@vitrine/client';
import { partBytesOf, toDivision } from '@vitrine/client/internal/divide';
import { DURATION_SECONDS_MAX, FILE_NAME_CHARACTERS_MAX, MEDIA_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { BrokenFileError } from './broken-file-error.js';
import { readFile } from './read-file.js';
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
