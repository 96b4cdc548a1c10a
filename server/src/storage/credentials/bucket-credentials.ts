import type { Keys } from '../../credential-settings.js';

// What requests to the bucket are signed with, and until when; for ever unless it is said.
export type BucketKeys = Keys & { readonly expiresAt?: number | undefined };

export type BucketCredentials = {
  // for the operator; nothing secret is in it
  readonly source: string;
  // The same object until there are others. Throws StorageUnavailableError once they have ended.
  readonly keys: () => BucketKeys;
  // Undefined where they do not end.
  readonly expiresAt: () => number | undefined;
  // Keys in place of others, and questions for them that failed.
  readonly counts: () => Readonly<Record<'renewed' | 'failed', number>>;
  readonly stop: () => void;
};
