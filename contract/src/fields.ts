import type { TProperties, TSchema } from 'typebox';
import { EMAIL_CHARACTERS_MAX } from './console-limits.js';
import { DAY, EMAIL, NOT_BLANK_NO_CONTROLS } from './patterns.js';
import { ROLES } from './scopes.js';
import { Type } from './type.js';

// The kinds of value that the contract's tables name, one builder each.
export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
export const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Enum([...values], { type: 'string', description });
export const listOf = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Array(schema, { description });
export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

// A shape that the document lists under its name.
export const named = <Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
  rules: { additionalProperties?: false; allOf?: object[] } = {},
) => Type.Object(properties, { $id: name, title: name, description, ...rules });

// Exactly these fields, in requests and in answers of the console.
export const exact = <Properties extends TProperties>(description: string, properties: Properties) =>
  Type.Object(properties, { additionalProperties: false, description });

// A value that breaks one of these rules is understood but not accepted: 422 instead of 400.
export const unprocessable = (...keywords: string[]) => ({ 'x-unprocessable': keywords });

// The words that a refusal puts after "must be".
export const mustBe = (words: string) => ({ 'x-must-be': words });

// The whole sentence of a refusal, for any fault of the field. {value} stands for the value that was sent.
export const says = (words: string) => ({ 'x-says': words });

// A text of nothing but invisible characters is blank.
export const visible = { 'x-visible': true } as const;

// A name for people to read: not blank, one line.
export const nameText = (max: number, description: string) =>
  Type.String({
    maxLength: max,
    pattern: NOT_BLANK_NO_CONTROLS,
    description,
    ...visible,
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

export const role = (description: string) => oneOf(ROLES, description);

// Counts the changes of one thing. A change names the revision that it was made on; when somebody else was faster, it is
// refused with `changed_meanwhile`, and nothing is overwritten.
export const revision = Type.Integer({ minimum: 1, description: 'Grows with every change.' });

export const Deleted = exact('What was deleted.', { id: uuid('What is gone.') });
