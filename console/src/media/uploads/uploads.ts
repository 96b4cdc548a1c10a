import { UploadError } from '@vitrine/client';
import { useSyncExternalStore } from 'react';
import { checkFile } from './check-file.js';
import { findConvertible } from './convert-file.js';
import { giveUp } from './give-up.js';
import { runUpload } from './run-upload.js';
import { doneBytesOf, isBusy, isPending, type Upload } from './upload.js';

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

  const find = (key: string): Upload | undefined => uploads.find((upload) => upload.key === key);

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

  // Answers with what the files are known by here. One drop after the other, so that each file is held against all before it.
  const add = inTurn(async (files: readonly File[], place: Place): Promise<string[]> => {
    const keys = [];
    for (const file of files) {
      const key = String((added += 1));
      keys.push(key);
      const upload = await toUpload(key, file, place, uploads);
      // To the list as it is by now: while the file was looked at, others have gone on.
      set([...uploads, upload]);
    }
    startNext();
    return keys;
  });

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => uploads,
    add,
    // What was sent of a large file stays where it is.
    pause(key: string): void {
      stop(key);
      const upload = find(key);
      if (upload !== undefined) change(key, { state: { kind: 'paused', doneBytes: keptBytesOf(upload) } });
      startNext();
    },
    // After a pause or a failure. What was read from the file is kept.
    goOn(key: string): void {
      change(key, { state: { kind: 'waiting' } });
      startNext();
    },
    cancel(key: string): void {
      stop(key);
      const upload = find(key);
      set(uploads.filter((other) => other.key !== key));
      if (upload !== undefined) void giveUp(upload);
      startNext();
    },
    // What is over goes from the list; what failed is given up.
    close(): void {
      const gone = uploads.filter((upload) => !isPending(upload) && upload.state.kind !== 'paused');
      set(uploads.filter((upload) => !gone.includes(upload)));
      for (const upload of gone) void giveUp(upload);
    },
    // Everything at once, when the person has signed out: nobody is left who could tell the service.
    cancelAll(): void {
      for (const key of running.keys()) stop(key);
      if (uploads.length > 0) set([]);
    },
  };
}

// Begins when what was asked for before is over, well or not.
function inTurn<Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) {
  let last: Promise<unknown> = Promise.resolve();
  return (...given: Given): Promise<Result> => {
    const next = last.then(() => work(...given));
    last = next.catch(() => undefined);
    return next;
  };
}

// A file in the queue, or beside it with the reason why not.
async function toUpload(key: string, file: File, place: Place, others: readonly Upload[]): Promise<Upload> {
  const { merchantId, freeBytes } = place;
  const converts = await findConvertible(file);
  const base = { key, file, merchantId, converts, warnings: [], prepared: undefined, mimeType: undefined } as const;
  const unsent = others.filter(isUnsent).reduce((sum, upload) => sum + upload.file.size, 0);
  try {
    if (others.some((other) => isPending(other) && isSameFile(other.file, file))) {
      throw new UploadError('This file is in the list already.');
    }
    if (converts !== undefined) return { ...base, state: { kind: 'waiting' } };
    return { ...base, mimeType: await checkFile(file, freeBytes - unsent), state: { kind: 'waiting' } };
  } catch (thrown) {
    if (!(thrown instanceof UploadError)) throw thrown;
    return { ...base, state: { kind: 'refused', reason: thrown.message } };
  }
}

// Of a file that goes in one piece nothing is kept.
const keptBytesOf = (upload: Upload): number => (upload.prepared?.division === undefined ? 0 : doneBytesOf(upload));

// What the service does not keep room for yet.
const isUnsent = (upload: Upload): boolean =>
  upload.state.kind === 'waiting' || (isBusy(upload) && upload.state.kind === 'reading');

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

// One for the tab: pages come and go, uploads stay.
export const uploads = createUploadQueue();

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.read);
