// What an assistant may do for its person, from harmless to visible on the screens.
export const AI_PERMISSIONS = ['look', 'add', 'prepare', 'publish'] as const;
export type AiPermission = (typeof AI_PERMISSIONS)[number];

export const isAiPermission = (text: string): text is AiPermission =>
  AI_PERMISSIONS.some((permission) => permission === text);

export const AI_KEY_STATES = ['active', 'expired', 'revoked'] as const;
