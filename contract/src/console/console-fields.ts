import { Type, type TProperties, type TSchema } from 'typebox';
import { mustBe, nullable } from '../fields.js';
import { DAY, EMAIL, NOT_BLANK_NO_CONTROLS } from '../patterns.js';
import { EMAIL_CHARACTERS_MAX } from './console-limits.js';
import { ROLES } from './roles.js';

// Exactly these fields, in requests and in answers.
export const exact = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

// A name for people to read: not blank, one line.
export const nameText = (max: number, description: string) =>
  Type.String({
    maxLength: max,
    pattern: NOT_BLANK_NO_CONTROLS,
    description,
    ...mustBe(`a text of 1 to ${max} characters that is not blank and has no control characters`),
  });

export const emailText = (description: string) =>
  Type.String({
    maxLength: EMAIL_CHARACTERS_MAX,
    pattern: EMAIL,
    description,
    ...mustBe(`an email address of at most ${EMAIL_CHARACTERS_MAX} characters`),
  });

export const dayText = (description: string) =>
  Type.String({ pattern: DAY, description, ...mustBe('a day such as 2026-06-15') });

export const role = (description: string) => Type.Enum([...ROLES], { type: 'string', description });

// Counts the changes of one thing. A change names the revision that it was made on; when somebody else was faster, it is
// refused with `changed_meanwhile`, and nothing is overwritten.
export const revision = Type.Integer({ minimum: 1, description: 'Grows with every change.' });

export const pageOfExactly = <Item extends TSchema>(item: Item, order: string) =>
  exact(
    {
      items: Type.Array(item, { description: order }),
      nextCursor: nullable(Type.String(), 'Pass it as `cursor` to get the next page; null on the last page.'),
    },
    'One page of a list.',
  );
