const UNIQUE_VIOLATION = '23505';

// Whether a write failed because another one had the same key, or got it at that moment.
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
