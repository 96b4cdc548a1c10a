import { Type, type Static } from 'typebox';

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

export const ERROR_CODES = ['plan', 'storage_quota_exceeded', 'id_conflict', 'invalid'] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const ErrorBody = Type.Object(
  {
    error: Type.Enum(Object.keys(STATUS) as ErrorName[], {
      type: 'string',
      description: 'The name of the error; one per status.',
    }),
    message: Type.String({ description: 'For people: what was wrong and what to do. Not for programs to read.' }),
    code: Type.Optional(
      Type.Enum([...ERROR_CODES], {
        type: 'string',
        description: 'The reason behind the status, where one status has several.',
      }),
    ),
  },
  { $id: 'Error', title: 'Error', description: 'The body of every answer that is not 200.' },
);
export type ErrorBody = Static<typeof ErrorBody>;
