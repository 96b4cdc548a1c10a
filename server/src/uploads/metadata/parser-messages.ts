// What the server and a parser say to each other. A parser holds no file and no key: it asks for ranges of bytes.
import type { FileType } from '../../storage/file-type.js';
import type { Metadata } from './metadata.js';

export type ToParser =
  | { readonly kind: 'parse'; readonly mimeType: FileType; readonly sizeBytes: number }
  | { readonly kind: 'bytes'; readonly readId: number; readonly bytes: Uint8Array | null };

export type FromParser =
  | { readonly kind: 'started' }
  | { readonly kind: 'read'; readonly readId: number; readonly start: number; readonly endInclusive: number }
  | { readonly kind: 'done'; readonly claimed: Metadata };

// Both ends are this folder's own code; ranges and claims, which a file can bend, are checked where they are used.
export const asToParser = (message: unknown): ToParser => message as ToParser;

export const asFromParser = (message: unknown): FromParser => message as FromParser;
