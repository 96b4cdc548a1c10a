import pg from 'pg';

// SQLSTATEs of a broken connection (08), a shutdown or restart (57P), and a server that has become a standby (25006).
const SQLSTATES = /^(?:08|57P|25006)/;
const NETWORK_CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
// pg has no codes for these.
const MESSAGES = /^(?:Query read timeout|Connection terminated|Client .* is not queryable)/;

/** Whether the connection is of no more use, which says nothing about whether its last statement ran. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return SQLSTATES.test(error.code ?? '');
  return error instanceof Error && (MESSAGES.test(error.message) || ('code' in error && NETWORK_CODES.has(error.code)));
}
