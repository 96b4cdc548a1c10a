import type { DeclaredPart, StoredPart } from '../storage/object-store.js';
import type { UploadRow } from './finalize-queries.js';

const SHA256_BYTES = 32;

export type Division = { readonly partBytes: number; readonly sha256: Buffer };

// A file as its parts: all of the same size, the last with the rest.
export function divideFile(fileBytes: number, { partBytes, sha256 }: Division): (DeclaredPart & { offset: number })[] {
  return Array.from({ length: countParts(fileBytes, partBytes) }, (_, index) => ({
    number: index + 1,
    offset: index * partBytes,
    sizeBytes: Math.min(partBytes, fileBytes - index * partBytes),
    sha256: sha256.subarray(index * SHA256_BYTES, (index + 1) * SHA256_BYTES).toString('hex'),
  }));
}

export const countParts = (fileBytes: number, partBytes: number): number => Math.ceil(fileBytes / partBytes);

// How the upload's file is divided, if it is.
export function findDivision({ part_bytes: partBytes, part_sha256: sha256 }: UploadRow): Division | undefined {
  return partBytes === null || sha256 === null ? undefined : { partBytes, sha256 };
}

// Of these parts, each that is stored with its size.
export function pairParts<Part extends DeclaredPart>(parts: readonly Part[], stored: readonly StoredPart[]) {
  const known = new Map(stored.map((part) => [part.number, part]));
  return parts.flatMap((part) => {
    const found = known.get(part.number);
    return found?.sizeBytes === part.sizeBytes ? [{ ...part, etag: found.etag }] : [];
  });
}
