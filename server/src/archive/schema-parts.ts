// The kinds of value that an archive is made of. A description completes the sentence «… is expected».
import { Type, type Static, type TInteger, type TNumber, type TObject, type TProperties, type TString } from 'typebox';

export const INTEGER_MAX = 2_147_483_647;
export const SECONDS_MAX = 10_000_000;

export const closed = <Properties extends TProperties>(properties: Properties, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

// One schema with two types instead of a union, so that a fault inside the value is found at its own path.
export const nullable = <Schema extends TString | TInteger | TNumber | TObject>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'], description });

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Enum([...values], { description: `one of ${values.join(', ')}` });

export const text = (format: string, description: string) => Type.String({ format, description });
// Never shown in a message, because messages end up in logs.
export const secret = (format: string, description: string) => Type.String({ format, description, writeOnly: true });

export const id = (noun: string) => text('uuid', `the id (uuid) of ${noun}`);
export const name = (noun: string) => text('name', `the name of ${noun}, not blank and without NUL`);
export const timestamp = text('timestamp', 'a moment in UTC such as 2026-01-01T00:00:00Z');
export const timestampOrNull = nullable(timestamp, 'a moment in UTC such as 2026-01-01T00:00:00Z, or null');

export const pixels = Type.Integer({
  minimum: 1,
  maximum: INTEGER_MAX,
  description: 'a whole number of pixels, 1 or more',
});
export const pixelsOrNull = nullable(pixels, 'a whole number of pixels, 1 or more, or null');
const SECONDS = `a number of seconds above 0, at most ${SECONDS_MAX}`;
export const seconds = Type.Number({ exclusiveMinimum: 0, maximum: SECONDS_MAX, description: SECONDS });
export const secondsOrNull = nullable(seconds, `${SECONDS}, or null`);
export const byteCount = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'a whole number of bytes, 0 or more',
});
export const flag = Type.Boolean({ description: 'true or false' });

const PATH = "the bytes' place relative to the archive file, without «..»";
export const path = Type.Optional(nullable(text('relative-path', PATH), PATH));
