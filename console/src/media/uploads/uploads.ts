import { UploadError } from '@vitrine/client';
import { useSyncExternalStore } from 'react';
import { checkFile } from './check-file.js';
import { runUpload } from './run-upload.js';
import { isBusy, isPending, type Upload } from './upload.js';

const RUNNING_MAX = 3;

type Place = { readonly merchantId: string | undefined; readonly freeBytes: number };

// All files that this tab uploads. Lives beside the pages, so that uploads go on when the page is left.
function createUploadQueue() {
  let uploads: readonly Upload[] = [];
  let added = 0;
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  const set = (next: readonly Upload[]): void => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (key: string, parts: Partial<Upload>): void =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...parts } : upload)));

  const startNext = (): void => {
    for (const upload of uploads) {
      if (running.size >= RUNNING_MAX) return;
      if (upload.state.kind === 'waiting' && !running.has(upload.key)) void run(upload);
    }
  };
  const run = async (upload: Upload): Promise<void> => {
    const controller = new AbortController();
    running.set(upload.key, controller);
    await runUpload(upload, (parts) => change(upload.key, parts), controller.signal);
    // Paused and gone on meanwhile, it has another controller.
    if (running.get(upload.key) === controller) running.delete(upload.key);
    startNext();
  };
  const stop = (key: string): void => {
    running.get(key)?.abort();
    running.delete(key);
  };

  const add = async (files: readonly File[], { merchantId, freeBytes }: Place): Promise<void> => {
    for (const file of files) {
      const key = String((added += 1));
      const base = { key, file, merchantId, warnings: [], prepared: undefined, mimeType: undefined } as const;
      const unsent = uploads.filter(isUnsent).reduce((sum, upload) => sum + upload.file.size, 0);
      try {
        if (uploads.some((other) => isPending(other) && isSameFile(other.file, file))) {
          throw new UploadError('This file is in the list already.');
        }
        const mimeType = await checkFile(file, freeBytes - unsent);
        set([...uploads, { ...base, mimeType, state: { kind: 'waiting' } }]);
      } catch (thrown) {
        if (!(thrown instanceof UploadError)) throw thrown;
        set([...uploads, { ...base, state: { kind: 'refused', reason: thrown.message } }]);
      }
    }
    startNext();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => uploads,
    add,
    pause(key: string): void {
      stop(key);
      change(key, { state: { kind: 'paused' } });
      startNext();
    },
    // After a pause or a failure. What was read from the file is kept.
    goOn(key: string): void {
      change(key, { state: { kind: 'waiting' } });
      startNext();
    },
    cancel(key: string): void {
      stop(key);
      set(uploads.filter((upload) => upload.key !== key));
      startNext();
    },
    // Everything at once, such as when the person signs out.
    cancelAll(): void {
      for (const key of running.keys()) stop(key);
      if (uploads.length > 0) set([]);
    },
  };
}

// What the service does not keep room for yet.
const isUnsent = (upload: Upload): boolean =>
  upload.state.kind === 'waiting' || (isBusy(upload) && upload.state.kind === 'reading');

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

// One for the tab: pages come and go, uploads stay.
export const uploads = createUploadQueue();

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.read);
