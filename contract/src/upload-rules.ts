import { says, unprocessable } from './fields.js';
import { IMAGE_BYTES_MAX } from './limits.js';

// A rule speaks of one field and leaves the others be. That is JSON Schema's default, but not that of every tool that
// checks examples against the document.
const OPEN = { unevaluatedProperties: true };

const SIZE_NEEDED = 'is required when hasThumbnail is true';

// A thumbnail is announced with its size or not at all.
export const THUMBNAIL_RULE = {
  if: { ...OPEN, properties: { hasThumbnail: { const: true } }, required: ['hasThumbnail'] },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own word
  then: {
    ...OPEN,
    properties: { thumbnailSize: { type: 'integer', ...says(SIZE_NEEDED) } },
    required: ['thumbnailSize'],
    'x-when-missing': SIZE_NEEDED,
  },
  else: { ...OPEN, properties: { thumbnailSize: { type: 'null', ...says('needs hasThumbnail to be true') } } },
};

// The one bound that depends on another field.
export const IMAGE_SIZE_RULE = {
  if: { ...OPEN, properties: { mimeType: { pattern: '^image/' } }, required: ['mimeType'] },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own word
  then: {
    ...OPEN,
    properties: {
      fileSize: {
        maximum: IMAGE_BYTES_MAX,
        'x-over': `${IMAGE_BYTES_MAX.toLocaleString('en-US')} (50 MB) allowed for an image`,
        ...unprocessable('maximum'),
      },
    },
  },
};
