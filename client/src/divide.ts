import type { PartsRequest } from './generated/types.js';
import type { UploadFile } from './upload-source.js';

const MB = 1024 ** 2;

/** Above this a file goes in parts: a connection that breaks then costs one of them. */
export const PARTS_ABOVE_BYTES = 64 * MB;

const PART_BYTES = 8 * MB;
// So that the largest file has no more parts than one request can tell of.
const LARGE_PART_BYTES = 16 * MB;
const LARGE_ABOVE_BYTES = 1024 * MB;

export type SliceableFile = UploadFile & { readonly slice: (start: number, end: number) => UploadFile };

/** Undefined for what goes in one piece: small files, and those that cannot be read from the middle. */
export function partBytesOf(file: UploadFile): number | undefined {
  if (file.size <= PARTS_ABOVE_BYTES || !isSliceable(file)) return undefined;
  return file.size > LARGE_ABOVE_BYTES ? LARGE_PART_BYTES : PART_BYTES;
}

export const isSliceable = (file: UploadFile): file is SliceableFile => typeof file.slice === 'function';

export const toDivision = (
  partSize: number | undefined,
  checksums: readonly string[] | undefined,
): PartsRequest | undefined =>
  partSize === undefined || checksums === undefined ? undefined : { partSize, checksums: [...checksums] };
