import type { MimeType } from '@vitrine/client';
import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { formatBytes } from '../../ui/format-bytes.js';
import { sniffType } from './sniff-type.js';
import { UploadFailure } from './upload-failure.js';

// What can be said before a byte is hashed or sent. Throws UploadFailure.
export async function checkFile(file: File, freeBytes: number): Promise<MimeType> {
  const mimeType = await sniffType(file);
  const isVideo = mimeType.startsWith('video/');
  const max = isVideo ? VIDEO_BYTES_MAX : IMAGE_BYTES_MAX;
  if (file.size > max) {
    throw new UploadFailure(
      `${isVideo ? 'A video' : 'A picture'} may have ${formatBytes(max)}; this one has ${formatBytes(file.size)}.`,
    );
  }
  if (file.size > freeBytes) {
    throw new UploadFailure(
      `This needs ${formatBytes(file.size)} and ${formatBytes(Math.max(freeBytes, 0))} of the storage are free. Delete media that are not needed, or ask for a larger plan.`,
    );
  }
  return mimeType;
}
