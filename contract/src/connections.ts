import type { Static } from 'typebox';
import { CONNECTION_REQUEST_CHARACTERS_MAX } from './ai-limits.js';
import { AI_PERMISSIONS } from './ai-words.js';
import { endpoint, person } from './endpoint.js';
import { exact, flag, listOf, nullable, oneOf, text } from './fields.js';
import { NO_NUL } from './patterns.js';
import { Type } from './type.js';

// What stands behind the ? of the page that a program has sent the person to, untouched: what a browser or a router made of
// it in between might be something else.
const asked = Type.String({
  maxLength: CONNECTION_REQUEST_CHARACTERS_MAX,
  pattern: NO_NUL,
  description: 'What the program asks for, as it came.',
});

export const LookAtConnectionRequest = exact('What to look at.', { asked });
export type LookAtConnectionRequest = Static<typeof LookAtConnectionRequest>;

const AskingProgram = exact('A program that asks to be connected.', {
  name: text('What it calls itself.'),
  host: nullable(text('A host.'), 'Whose program it is, as its own document shows; null where nobody vouches for it.'),
  returnsTo: nullable(text('A host.'), 'Where the answer goes; null for a program on the computer of the person.'),
});

export const AskedConnection = exact('What a program asks for.', {
  program: nullable(AskingProgram, 'Null where it is not known who asks: then nothing leads back to it.'),
  refusal: nullable(text('Why.'), 'Why it cannot be connected; null where it can.'),
  permissions: listOf(oneOf(AI_PERMISSIONS, 'A permission.'), 'What it may be given.'),
  back: nullable(text('An address.'), 'Where the browser goes when the person says no; tells the program so.'),
  hasRoom: flag('False where the person has as many connections as there may be.'),
});
export type AskedConnection = Static<typeof AskedConnection>;

export const AllowConnectionRequest = exact('A yes.', {
  asked,
  permissions: Type.Array(oneOf(AI_PERMISSIONS, 'A permission.'), {
    minItems: 1,
    description: 'What the program may do, of what it asks for; whatever it may do, it may look.',
  }),
});
export type AllowConnectionRequest = Static<typeof AllowConnectionRequest>;

export const AllowedConnection = exact('The way back to the program.', {
  to: text('Where the browser goes now, with a code that works once, for a minute.'),
});
export type AllowedConnection = Static<typeof AllowedConnection>;

// Behind the page on which a person connects an assistant.
export const connectionEndpoints = {
  lookAtConnection: endpoint('POST /connections/asked', person('staff'), {
    summary: 'Who asks to be connected, and for what',
    body: LookAtConnectionRequest,
    response: AskedConnection,
    errors: [429],
  }),
  allowConnection: endpoint('POST /connections', person('staff'), {
    dangerous: true,
    summary: 'Let an assistant in, at the merchant that one works for now',
    body: AllowConnectionRequest,
    response: AllowedConnection,
    errors: [409, 429],
  }),
};
