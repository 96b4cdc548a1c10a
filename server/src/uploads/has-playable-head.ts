import type { MediaType } from '@vitrine/contract/media';

/** How many of a file's first bytes `hasPlayableHead` needs. */
export const HEAD_BYTES = 12;

/** Tells whether a file starts like an image or a video that screens can play. */
export function hasPlayableHead(type: MediaType, head: Uint8Array): boolean {
  const bytes = Buffer.from(head).toString('latin1');
  return (type === 'video' ? VIDEOS : IMAGES).some(({ at, text }) => bytes.startsWith(text, at));
}

// Browsers trust the bytes and not the declared type, so a JPEG that was declared as a PNG is fine.
const IMAGES = [
  { at: 0, text: '\xff\xd8\xff' }, // JPEG
  { at: 0, text: '\x89PNG\r\n\x1a\n' },
  { at: 8, text: 'WEBP' },
];

// The type of the first box. Some encoders write no ftyp box.
const MP4_BOXES = ['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide'];
const VIDEOS = [
  ...MP4_BOXES.map((text) => ({ at: 4, text })),
  { at: 0, text: '\x1aE\xdf\xa3' }, // WebM
];
