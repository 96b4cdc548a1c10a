// Names of stored objects: forty hex digits, drawn at random so that a URL tells nothing, and the extension by which the
// type is known again. Below `staging/` lie bytes that nobody has named beforehand.
import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 20;
const STAGING = 'staging/';
const KEY = /^(?:staging\/)?[0-9a-f]{40}\.([a-z0-9]{1,16})$/;

/** Extension to content type: what may be stored. */
export type FileTypes = Readonly<Record<string, string>>;

export function newObjectKey(extension: string): string {
  return `${randomBytes(RANDOM_BYTES).toString('hex')}.${extension}`;
}

export function isObjectKey(text: string): boolean {
  return KEY.test(text);
}

export function stagingKey(key: string): string {
  return isStagingKey(key) ? key : `${STAGING}${key}`;
}

export function isStagingKey(key: string): boolean {
  return key.startsWith(STAGING);
}

export function findTypeOfKey(types: FileTypes, key: string): string | undefined {
  const extension = KEY.exec(key)?.[1] ?? '';
  return Object.hasOwn(types, extension) ? types[extension] : undefined;
}
