import { UploadError, type MimeType } from '@vitrine/client';
import type { FileRead, FromReader, ToReader } from './read-file.worker.js';

type Options = {
  readonly mimeType: MimeType;
  readonly partBytes: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
};

// One worker a file: ending it is the one way to stop it in the middle.
export function readFile(file: File, { mimeType, partBytes, signal, onProgress }: Options): Promise<FileRead> {
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
