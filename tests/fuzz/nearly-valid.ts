import fc from 'fast-check';
import { hostileValue } from './hostile.js';
import type { JsonSchema } from './json-schema.js';

type Fields = Readonly<Record<string, unknown>>;
type Change = (value: Fields) => unknown;

// A valid value with one thing wrong: a field gone, null, of another type, just beyond a bound, or one too many.
export function nearlyValid(schema: JsonSchema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const changes: fc.Arbitrary<Change>[] = [
    fc.constant((value: Fields) => [value]),
    fc.constantFrom('colour', '__proto__', 'constructor', 'Name', 'merchantId', '').map(
      (name): Change =>
        (value) =>
          withField(value, name, 1),
    ),
    ...fields.flatMap(([name, property]) => [without(name), beyond(name, property)]),
  ];
  return fc.tuple(valid, fc.oneof(...changes)).map(([value, change]) => change(Object(value)));
}

// Defined and not assigned, so that `__proto__` becomes a field like any other.
export function withField(value: Fields, name: string, field: unknown): Fields {
  return Object.defineProperty({ ...value }, name, { value: field, enumerable: true, configurable: true });
}

const without = (name: string): fc.Arbitrary<Change> =>
  fc.constant((value: Fields) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)));

const beyond = (name: string, property: JsonSchema): fc.Arbitrary<Change> =>
  fc.oneof(...boundaries(property).map((value) => fc.constant(value)), hostileValue).map(
    (odd): Change =>
      (value) =>
        withField(value, name, odd),
  );

// On a bound, and one beyond it on either side.
function boundaries(schema: JsonSchema): unknown[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(boundaries);
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum];
  const around = bounds.flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5]));
  const lengths = [schema.minLength, schema.maxLength].flatMap((length) =>
    length === undefined ? [] : [length - 1, length, length + 1],
  );
  const long = lengths.filter((length) => length >= 0).flatMap((length) => ['a'.repeat(length), '😀'.repeat(length)]);
  const counts = [schema.minItems, schema.maxItems].flatMap((count) => (count === undefined ? [] : [count, count + 1]));
  return [null, ...around, ...long, ...counts.map((count) => Array.from({ length: count }, (_, at) => `item ${at}`))];
}
