import { Type, type TSchema } from 'typebox';

// The kinds of value that the contract's tables name, one builder each.
export const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });
