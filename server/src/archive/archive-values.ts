// The kinds of value that an archive is made of. A description completes the sentence «… is expected».
import type { Static, TInteger, TNumber, TObject, TProperties, TSchema, TString } from 'typebox';
import { Type } from '@vitrine/contract/type';
import { isKnownHash } from '../identity/password.js';
import { isTokenSecret } from '../identity/token-secret.js';
import { isFlightMoment, isReal } from '../flight-moment.js';
import { isUuid } from '../ids.js';
import { isTimeZone } from '@vitrine/contract/local-time';
import { findPageUrl } from '../page-url.js';

// PostgreSQL cannot hold a NUL in a text.
const isText = (text: string): boolean => !text.includes('\0');

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

// What a string may hold, by the name that the schema gives it.
export const ARCHIVE_FORMATS: Record<string, (text: string) => boolean> = {
  text: isText,
  name: (text) => isText(text) && text.trim() !== '',
  uuid: isUuid,
  timestamp: (text) => TIMESTAMP.test(text) && isReal(text.slice(0, 19)),
  'flight-moment': isFlightMoment,
  'time-zone': isTimeZone,
  email: (text) => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text),
  'token-secret': isTokenSecret,
  'last-four': (text) => /^[A-Za-z0-9_-]{4}$/.test(text),
  sha256: (text) => /^[0-9a-f]{64}$/i.test(text),
  'password-hash': isKnownHash,
  'web-address': (text) => findPageUrl(text) !== undefined,
  'relative-path': isRelativePath,
};

// Read alike on every system: an archive made on Windows must not climb out of its folder here, nor the other way.
function isRelativePath(text: string): boolean {
  if (!isText(text) || text === '' || /^(?:[/\\]|[A-Za-z]:)/.test(text)) return false;
  return !text.split(/[/\\]/).includes('..');
}

export const object = <Properties extends TProperties>(what: string, properties: Properties) =>
  Type.Object(properties, { additionalProperties: false, description: `an object with ${what}` });

// A list that is left out is empty.
export const list = <Item extends TSchema>(what: string, item: Item) =>
  Type.Array(item, { default: [], description: `a list of ${what}` });

// One schema with two types instead of a union, so that a fault inside the value is found at its own path.
export const orNull = <Schema extends TString | TInteger | TNumber | TObject>(
  schema: Schema & { readonly description?: string },
) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [schema.type, 'null'],
    description: `${schema.description}, or null`,
  });

// May be left out too.
export const optional = <Schema extends TString | TInteger | TObject>(schema: Schema) => Type.Optional(orNull(schema));

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Enum([...values], { description: `one of ${values.join(', ')}` });

export const text = (format: string, description: string) => Type.String({ format, description });
// Never shown in a message, because messages end up in logs.
export const secret = (format: string, description: string) =>
  Type.Optional(Type.String({ format, minLength: 1, description, writeOnly: true }));

export const id = (noun: string) => text('uuid', `the id (uuid) of ${noun}`);
export const name = (noun: string) => text('name', `the name of ${noun}, not blank and without NUL`);
export const timestamp = text('timestamp', 'a moment in UTC such as 2026-01-01T00:00:00Z');
export const flag = Type.Boolean({ description: 'true or false' });

const wholeNumber = (minimum: number, maximum: number, what: string) =>
  Type.Integer({ minimum, maximum, description: `${what}, ${minimum} or more` });

const INTEGER_MAX = 2_147_483_647;
export const pixels = wholeNumber(1, INTEGER_MAX, 'a whole number of pixels');
export const itemCount = wholeNumber(0, INTEGER_MAX, 'a number of items');
export const versionNumber = wholeNumber(1, INTEGER_MAX, 'the number of a version');
export const screenCount = wholeNumber(0, INTEGER_MAX, 'how many screens there may be');
export const byteCount = wholeNumber(0, Number.MAX_SAFE_INTEGER, 'a whole number of bytes');

const SECONDS_MAX = 10_000_000;
export const seconds = Type.Number({
  exclusiveMinimum: 0,
  maximum: SECONDS_MAX,
  description: `a number of seconds above 0, at most ${SECONDS_MAX}`,
});
