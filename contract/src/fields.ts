import { Type, type TSchema } from 'typebox';

// The kinds of value that the contract's tables name, one builder each.
export const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

// A value that breaks one of these rules is understood but not accepted: 422 instead of 400.
export const unprocessable = (...keywords: string[]) => ({ 'x-unprocessable': keywords });

// What a refusal says of a text that a pattern decides.
export const mustBe = (words: string) => ({ 'x-must-be': words });
