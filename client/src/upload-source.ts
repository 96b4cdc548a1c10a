import { UploadError } from './errors.js';
import type { UploadRequest } from './generated/types.js';

/** A Blob or a File; or anything whose bytes can be read more than once, from the start each time. */
export type UploadFile = {
  readonly size: number;
  readonly type?: string;
  readonly name?: string;
  readonly stream: () => ReadableStream<Uint8Array>;
  /** The bytes from `start` up to `end`. Given, a large file is sent in parts, and goes on where it was cut off. */
  readonly slice?: (start: number, end: number) => UploadFile;
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

export type MimeType = UploadRequest['mimeType'];

const EXTENSIONS: Readonly<Record<MimeType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
};

/** What the library takes. */
export const MIME_TYPES: readonly MimeType[] = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/webm'];

/** The type that a file's name or first bytes tell; undefined when it is none that the library takes. */
export function findMimeType({ fileName, head }: { fileName?: string | undefined; head?: Uint8Array | undefined }) {
  const extension = fileName?.split('.').pop()?.toLowerCase() ?? '';
  return (
    MIME_TYPES.find((type) => EXTENSIONS[type].includes(extension)) ??
    MIME_TYPES.find(
      (type) => head !== undefined && toLatin1(head).startsWith(SIGNATURES[type].text, SIGNATURES[type].at),
    )
  );
}

// Where in the file what must stand.
const SIGNATURES: Readonly<Record<MimeType, { readonly at: number; readonly text: string }>> = {
  'image/jpeg': { at: 0, text: '\u00ff\u00d8\u00ff' },
  'image/png': { at: 0, text: '\u0089PNG' },
  'image/webp': { at: 8, text: 'WEBP' },
  'video/mp4': { at: 4, text: 'ftyp' },
  'video/webm': { at: 0, text: '\u001aE\u00df\u00a3' },
};

const toLatin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 12));
