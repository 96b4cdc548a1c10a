import type { MimeType } from '@vitrine/client';
import type { Media } from '@vitrine/contract/media';
import type { PartsRequest } from '@vitrine/contract/upload-parts';
import type { UploadRequest, UploadWarning } from '@vitrine/contract/uploads';
import type { Convertible } from './convert-file.js';

// What was read from the file before anything is sent. Kept, so that going on after a pause reads nothing again.
export type Prepared = {
  readonly request: UploadRequest;
  readonly thumbnail: Blob | undefined;
  // Of a large file: how it is divided.
  readonly division: PartsRequest | undefined;
};

export type UploadState =
  | { readonly kind: 'waiting' }
  // It is converted, or its checksum is made.
  | { readonly kind: 'reading'; readonly doneBytes: number }
  | { readonly kind: 'sending'; readonly doneBytes: number }
  | { readonly kind: 'finishing' }
  // The network is away. It goes on by itself.
  | { readonly kind: 'offline'; readonly doneBytes: number }
  | { readonly kind: 'paused'; readonly doneBytes: number }
  | { readonly kind: 'failed'; readonly reason: string }
  // Trying again would change nothing.
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'duplicate'; readonly of: { readonly id: string; readonly name: string } }
  | { readonly kind: 'done'; readonly media: Media };

export type Upload = {
  readonly key: string;
  readonly file: File;
  // What must become something else before it is sent; then it is the new file.
  readonly converts: Convertible | undefined;
  // Undefined for what is refused, and for what is not converted yet.
  readonly mimeType: MimeType | undefined;
  // Whose library it goes to: the tab may have turned to another merchant meanwhile.
  readonly merchantId: string | undefined;
  readonly state: UploadState;
  readonly warnings: readonly UploadWarning[];
  readonly prepared: Prepared | undefined;
};

const BUSY: ReadonlySet<UploadState['kind']> = new Set(['reading', 'sending', 'finishing', 'offline']);
const OVER: ReadonlySet<UploadState['kind']> = new Set(['refused', 'duplicate', 'done']);

export const isBusy = ({ state }: Upload): boolean => BUSY.has(state.kind);
export const isOver = ({ state }: Upload): boolean => OVER.has(state.kind);
// Nothing more happens by itself.
export const isPending = (upload: Upload): boolean => isBusy(upload) || upload.state.kind === 'waiting';

// What the service knows it by, while this tab may still send it.
export const idUnderWay = (upload: Upload): string[] =>
  upload.prepared !== undefined && (isPending(upload) || upload.state.kind === 'paused')
    ? [upload.prepared.request.id]
    : [];

// How much of it storage has, as far as is known here.
export const doneBytesOf = ({ state }: Upload): number =>
  'doneBytes' in state && state.kind !== 'reading' ? state.doneBytes : 0;
