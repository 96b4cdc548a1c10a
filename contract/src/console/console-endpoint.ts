import type { TObject, TSchema } from 'typebox';
import type { ErrorStatus } from '../errors.js';

export const CONSOLE_PATH = '/api/console/v1';

// Who may call: anyone; whoever is signed in; whoever belongs to the merchant; the merchant's owners and admins.
export type ConsoleRole = 'anyone' | 'person' | 'staff' | 'admin';

// The console's own endpoints are rows too: routes, gates, the console and the tests that walk every role read them.
export type ConsoleEndpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly role: ConsoleRole;
  readonly summary: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  // Where a request may be longer than BODY_BYTES_MAX.
  readonly bodyBytesMax?: number;
  // Counted to UPLOAD_CALLS_PER_MINUTE_MAX.
  readonly isUploadCall?: true;
  readonly response: TSchema;
  // Given where the answer is a file and not JSON.
  readonly responseType?: 'text/csv';
  readonly errors: readonly ErrorStatus[];
};

export const consoleEndpoint = <const Row extends ConsoleEndpoint>(row: Row): Row => row;
