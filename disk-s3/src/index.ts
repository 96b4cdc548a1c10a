export { objectPath, syncFolder, type Expected, type WriteOutcome } from './disk-objects.js';
export { createDiskServer, type DiskServerOptions } from './disk-server.js';
export { openDiskStore, type DiskStore } from './disk-store.js';
export { errorCode, isDiskFull, isMissing } from './errors.js';
export { isObjectKey, isStagingKey, newObjectKey, stagingKey, type FileTypes } from './object-key.js';
export { putMsMax } from './put-gate.js';
export { createFolder, writeNewFile } from './same-owner.js';
export { addressOf, createSigner, type Signer, type SignerOptions, type SignMethod, type SignOptions } from './sign.js';
export type { CompleteOutcome, NamedPart, PartedUpload, StoredPart } from './disk-parts.js';
