import type { Static } from 'typebox';
import { named, oneOf, text } from './fields.js';
import { Type } from './type.js';

// The contract's ten error names and the one status of each. Nothing else in the project pairs a name with a number.
export const STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
} as const;

export type ErrorName = keyof typeof STATUS;
export type ErrorStatus = (typeof STATUS)[ErrorName];

export const ERROR_CODES = ['plan', 'storage_quota_exceeded', 'id_conflict', 'invalid', 'cursor_expired'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

// Why a 409 of the console is one: somebody else was faster, something live needs what is to go, the name is another's. Why a
// 403 is one: who it is must be proved anew, or the password was wrong, or the operator has shut the account. And a 400: the
// password is too easy to guess. And a 422: no screen shows that code, or not any more.
const CONSOLE_ERROR_CODES = [
  'changed_meanwhile',
  'in_use',
  'name_taken',
  'proof_required',
  'company_only',
  'wrong_password',
  'account_disabled',
  'weak_password',
  'second_factor_required',
  'email_unproven',
  'pairing_code',
] as const;
export type ConsoleErrorCode = (typeof CONSOLE_ERROR_CODES)[number];

const codeOf = <Code extends string>(codes: readonly Code[]) =>
  Type.Optional(oneOf(codes, 'The reason behind the status, where one status has several.'));

export const ErrorBody = named('Error', 'The body of every answer that is not 200.', {
  error: oneOf(Object.keys(STATUS) as ErrorName[], 'The name of the error; one per status.'),
  message: text('For people: what was wrong and what to do. Not for programs to read.'),
  code: codeOf(ERROR_CODES),
});
export type ErrorBody = Static<typeof ErrorBody>;

export const ConsoleErrorBody = Type.Object(
  { ...ErrorBody.properties, code: codeOf([...ERROR_CODES, ...CONSOLE_ERROR_CODES]) },
  { description: 'The body of every answer of the console that is not 200.' },
);
export type ConsoleErrorBody = Static<typeof ConsoleErrorBody>;
