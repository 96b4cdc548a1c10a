// Names of stored objects. They are random, so that a URL tells nothing of the merchant, the media item or the file.
import { randomBytes } from 'node:crypto';
import { type FileType, toExtension } from './file-type.js';

export type ObjectKey = string & { readonly brand: 'ObjectKey' };

const RANDOM_BYTES = 20;
const STAGING = 'staging/';
const KEY = /^(?:staging\/)?[0-9a-f]{40}\.(?:jpg|png|webp|mp4|webm)$/;

export function newObjectKey(type: FileType): ObjectKey {
  return parseObjectKey(`${randomBytes(RANDOM_BYTES).toString('hex')}.${toExtension(type)}`);
}

export function parseObjectKey(text: string): ObjectKey {
  if (!isObjectKey(text)) throw new Error('This is not the name of a stored object.');
  return text;
}

export function isObjectKey(text: string): text is ObjectKey {
  return KEY.test(text);
}

// Where bytes wait that a still working PUT URL may change: at finalize they come to lie elsewhere.
export function stagingKey(key: ObjectKey): ObjectKey {
  return isStagingKey(key) ? key : parseObjectKey(`${STAGING}${key}`);
}

export function isStagingKey(key: ObjectKey): boolean {
  return key.startsWith(STAGING);
}
