// The five types that a merchant may store, and the extension by which an object's type is known again.
import { MIME_TYPES, type MimeType } from '@vitrine/contract/uploads';

const EXTENSIONS: Readonly<Record<MimeType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export type FileType = MimeType;

export const FILE_TYPES: readonly FileType[] = MIME_TYPES;

export const isFileType = (text: string): text is FileType => Object.hasOwn(EXTENSIONS, text);
export const toExtension = (type: FileType): string => EXTENSIONS[type];

export const TYPES_BY_EXTENSION: Readonly<Record<string, FileType>> = Object.fromEntries(
  FILE_TYPES.map((type) => [EXTENSIONS[type], type]),
);
