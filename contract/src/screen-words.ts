// Words that screens and the console share; no schema is in here, so that pages may import it.
export const ORIENTATIONS = ['landscape', 'portrait'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

// What keeps an item from being shown on one screen, or is wrong with the screen itself.
export const FAULT_KINDS = [
  'cannot_play',
  'not_found',
  'no_answer',
  'wrong_bytes',
  'no_room',
  'framing_refused',
  'time_zone',
  'clock',
  'other',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const SCREEN_STATES = ['on', 'off', 'new'] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

// Six of these: nothing that looks like something else from across a room (0 O, 1 I L, 5 S, 2 Z, 8 B, U V).
export const PAIRING_ALPHABET = '34679ACDEFGHJKMNPQRTVWXY';
