import type { TObject, TSchema } from 'typebox';
import type { ErrorStatus } from './errors.js';
import type { Scope } from './scopes.js';

export const API_PATH = '/api/integrations/v1';

// An endpoint is data: routes, validation, the document, the client and the tests that walk every endpoint read this row.
export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  // Null: any valid token will do.
  readonly scope: Scope | null;
  readonly summary: string;
  readonly description: string;
  // What each `:name` of the path is. A malformed one is a missing item, so it has words and no schema.
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly response: TSchema;
  readonly errors: readonly ErrorStatus[];
};

export const endpoint = <const Row extends Endpoint>(row: Row): Row => row;
