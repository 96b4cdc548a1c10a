import { MIME_TYPES } from '@vitrine/client';

// What the picker offers: what the library takes, and what is made into that here.
export const ACCEPTED = [
  ...MIME_TYPES,
  'image/heic',
  'image/heif',
  'video/quicktime',
  'application/pdf',
  '.heic',
  '.mov',
].join(',');
