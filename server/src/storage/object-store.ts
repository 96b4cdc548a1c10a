// What the service asks of its storage, whether that is a folder on disk or an S3 bucket.
import type { MerchantId } from '../ids.js';
import type { BucketCredentials } from './credentials/bucket-credentials.js';
import type { FileType } from './file-type.js';
import type { ObjectKey } from './object-key.js';

export type Declared = {
  readonly contentType: FileType;
  readonly sizeBytes: number;
  // lower-case hex
  readonly sha256: string;
};

// The contract lets a client announce a thumbnail's size but no checksum, so only type and length can be signed.
export type Thumbnail = { readonly contentType: 'image/jpeg'; readonly sizeBytes: number };

export type PresignedUpload = { readonly url: string; readonly headers: Record<string, string> };

// One part of a file, pinned by its own hash where the store compares bytes.
export type DeclaredPart = {
  readonly number: number;
  readonly sizeBytes: number;
  // Lower-case hex.
  readonly sha256: string;
};

export type StoredPart = { readonly number: number; readonly sizeBytes: number; readonly etag: string };

// A file that comes in parts: the key that it will have, and what the store calls it until then.
export type PartedUpload = { readonly key: ObjectKey; readonly uploadId: string };

// What the joined parts must be. A store that writes them anew does so once at a time for each merchant.
export type JoinedFile = { readonly sha256: string; readonly merchantId: MerchantId };

export type ByteRange = { readonly start: number; readonly endInclusive: number };

// Chunks belong to the store once they are yielded: a source may not write into them again.
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

// Space on the disk that holds the files. Uploads leave the reserve free.
export type Room = { readonly freeBytes: number; readonly reserveBytes: number };

export type MoveOutcome = 'moved' | 'missing';

export type ObjectStore = {
  // Where signed URLs lead: the console's pages may load from there and send there.
  readonly origin: string;
  // Whether storage itself refuses other bytes than the declared ones. If not, uploads go to a staging key.
  readonly pinsBytes: boolean;
  // Whether `refuse` does anything.
  readonly canRefuse: boolean;
  readonly signedGetUrl: (key: ObjectKey) => string;
  // The same of many, for less.
  readonly signedGetUrls: (keys: readonly ObjectKey[]) => string[];
  // The same for some minutes, with leave to keep what it gives: for the pages of people.
  readonly windowGetUrl: (key: ObjectKey) => string;
  // What URLs are signed with: another object once it is other keys, after which no URL of before may be handed out.
  readonly urlKeys: () => object;
  // Of a bucket: where its keys come from, and until when they work.
  readonly credentials?: BucketCredentials;
  readonly signedPut: (key: ObjectKey, declared: Declared | Thumbnail) => PresignedUpload;
  readonly head: (key: ObjectKey) => Promise<{ readonly sizeBytes: number } | undefined>;
  // Throws ObjectMismatchError, and stores nothing, when the bytes are not the declared ones.
  readonly write: (key: ObjectKey, source: ByteSource, declared: Declared) => Promise<void>;
  readonly read: (key: ObjectKey, range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | undefined>;
  // The first move wins: an object that stands at `to` is never replaced, and moving again is `moved`.
  readonly move: (from: ObjectKey, to: ObjectKey) => Promise<MoveOutcome>;
  // Nothing happens when there is no object at `from`.
  readonly copy: (from: ObjectKey, to: ObjectKey) => Promise<void>;
  readonly delete: (key: ObjectKey) => Promise<void>;
  // No URL of today writes the key any more; what is stored stays. False where the store cannot take URLs back.
  readonly refuse: (key: ObjectKey) => Promise<boolean>;
  // Whether parts are joined under the key of the whole file, after their SHA-256 was compared, and the whole file and its
  // parts are never stored at once. If not, parts are joined under a key of their own, where finalize reads the file.
  readonly joinsInPlace: boolean;
  readonly createParts: (key: ObjectKey, contentType: FileType, wholeKey: ObjectKey) => Promise<PartedUpload>;
  readonly signedPart: (upload: PartedUpload, part: DeclaredPart) => PresignedUpload;
  // Those that are stored; undefined once the upload was completed or aborted.
  readonly listParts: (upload: PartedUpload) => Promise<readonly StoredPart[] | undefined>;
  // Joins all of them. `missing`: a part is not there any more, or the upload was completed or aborted. Only a store that
  // joins in place compares the bytes.
  readonly completeParts: (
    upload: PartedUpload,
    parts: readonly (StoredPart & DeclaredPart)[],
    file: JoinedFile,
  ) => Promise<'completed' | 'missing' | 'wrong-bytes'>;
  // Takes away what is stored and ends its URLs. Nothing happens when there is no such upload.
  readonly abortParts: (upload: PartedUpload) => Promise<void>;
  // All that were begun and neither completed nor aborted, with their age by the store's clock, in pages.
  readonly listUploads: () => AsyncIterable<readonly (PartedUpload & { readonly ageMs: number })[]>;
  // All that has a name of ours, in pages. What comes or goes meanwhile may be in it or not.
  readonly list: () => AsyncIterable<readonly ObjectKey[]>;
  // How long ago its bytes were written, by the store's own clock; undefined when that cannot be told.
  readonly ageMs: (key: ObjectKey) => Promise<number | undefined>;
  // Only for a store on this machine's disk.
  readonly room?: () => Promise<Room>;
  // Throws StorageUnavailableError with a sentence for the operator. A full disk still serves files, so it does not throw.
  readonly check: () => Promise<void>;
};
