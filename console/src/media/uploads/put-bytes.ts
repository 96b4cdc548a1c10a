import type { PresignedUpload } from '@vitrine/contract/uploads';
import { UploadFailure } from './upload-failure.js';

type Options = { readonly signal: AbortSignal; readonly onProgress?: (doneBytes: number) => void };

// A storage that does not move for so long has been lost, though the browser may wait on.
const STALL_MS = 60_000;

export type PutResult = 'stored' | 'expired' | 'lost';

// Straight to the storage. By XMLHttpRequest, because fetch cannot tell how far it is.
export function putBytes(target: PresignedUpload, body: Blob, { signal, onProgress }: Options): Promise<PutResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const xhr = new XMLHttpRequest();
    let timer = 0;
    const abort = (): void => xhr.abort();
    const watch = (): void => {
      clearTimeout(timer);
      timer = window.setTimeout(abort, STALL_MS);
    };
    xhr.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      onProgress?.(loaded);
    });
    xhr.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else settle(xhr.status, resolve, reject);
    });
    signal.addEventListener('abort', abort, { once: true });
    watch();
    xhr.send(body);
  });
}

function settle(status: number, resolve: (result: PutResult) => void, reject: (failure: unknown) => void): void {
  if (status >= 200 && status < 300) resolve('stored');
  else if (status === 403) resolve('expired');
  else if (status === 0 || status >= 500 || status === 408) resolve('lost');
  else
    reject(
      new UploadFailure(`The storage did not take the file (${status}): it may have changed since it was chosen.`),
    );
}
