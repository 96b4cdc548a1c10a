import { Type, type Static } from 'typebox';
import { ERROR_CODES, ErrorBody } from '../errors.js';

// Why a 409 of the console is one: somebody else was faster, or something live needs what is to go.
export const CONSOLE_ERROR_CODES = ['changed_meanwhile', 'in_use'] as const;
export type ConsoleErrorCode = (typeof CONSOLE_ERROR_CODES)[number];

export const ConsoleErrorBody = Type.Object(
  {
    ...ErrorBody.properties,
    code: Type.Optional(
      Type.Enum([...ERROR_CODES, ...CONSOLE_ERROR_CODES], {
        type: 'string',
        description: 'The reason behind the status, where one status has several.',
      }),
    ),
  },
  { description: 'The body of every answer of the console that is not 200.' },
);
export type ConsoleErrorBody = Static<typeof ConsoleErrorBody>;
