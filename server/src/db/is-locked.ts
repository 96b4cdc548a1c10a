const LOCK_NOT_AVAILABLE = '55P03';

// Whether somebody else holds what a statement would not wait for, or not for so long.
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
