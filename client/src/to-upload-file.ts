import { UploadError } from './errors.js';

/** A Blob or a File; or anything whose bytes can be read more than once, from the start each time. */
export type UploadFile = {
  readonly size: number;
  readonly type?: string;
  readonly name?: string;
  readonly stream: () => ReadableStream<Uint8Array>;
};

/** What can be uploaded; bytes in memory are a Buffer, an Uint8Array or an ArrayBuffer. */
export type UploadSource = UploadFile | ArrayBuffer | Uint8Array;

export function toUploadFile(source: UploadSource): UploadFile {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return new Blob([source]);
  if (isUploadFile(source)) return source;
  throw new UploadError(
    'A file to upload is a Blob, a File, a Buffer, an ArrayBuffer, or an object with size and stream(). For a path: await openAsBlob(path), from node:fs.',
  );
}

// Callers without types pass paths, streams and promises.
function isUploadFile(source: unknown): source is UploadFile {
  if (typeof source !== 'object' || source === null || !('size' in source) || !('stream' in source)) return false;
  return typeof source.size === 'number' && typeof source.stream === 'function';
}
