import { MIME_TYPES } from '@vitrine/client';

// What the picker offers: what the library takes.
export const ACCEPTED = MIME_TYPES.join(',');
