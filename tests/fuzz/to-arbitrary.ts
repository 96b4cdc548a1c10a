import { isVisibleText } from '@vitrine/contract/visible-text';
import fc from 'fast-check';
import { compileSchema, mapValues, type JsonSchema } from './json-schema.js';
import { idPool } from './pools.js';

// Where a value stands, which tells which ids and texts exist for it.
export type Place = { readonly noun: string; readonly key: string };

// Values that a schema accepts.
export function toArbitrary(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => toArbitrary(one, place)));
  switch (schema.type) {
    case 'object':
      return objects(schema, place);
    case 'array':
      return arrays(schema, place);
    case 'string':
      return texts(schema, place);
    case 'integer':
      return wholeNumbers(schema);
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objects(schema: JsonSchema, { noun }: Place): fc.Arbitrary<unknown> {
  // What may never be there is not made.
  const offered = Object.entries(schema.properties ?? {}).filter(([, property]) => property.not === undefined);
  const model = mapValues(Object.fromEntries(offered), (property, key) => toArbitrary(property, { noun, key }));
  const made = fc.record(model, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
  if (schema.allOf === undefined && schema.minProperties === undefined) return made;
  const check = compileSchema(schema);
  return made.filter((value) => check(filled(value)).length === 0);
}

// Stand-ins for ids have not the shape of what they stand for.
const filled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/\{\{id:[^}]*\}\}/g, '00000000-0000-4000-8000-000000000000'));

function arrays(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const [minLength, most] = [schema.minItems ?? 0, schema.maxItems ?? 8];
  const items = toArbitrary(schema.items ?? {}, place);
  const usual = fc.array(items, { minLength, maxLength: Math.max(minLength, Math.min(most, 4)) });
  const full = fc.array(items, { minLength: Math.min(most, 60), maxLength: Math.min(most, 60) });
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: full });
}

const SMALL = 12;

function wholeNumbers({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<unknown> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -SMALL : Math.floor(exclusiveMinimum) + 1);
  const max = maximum ?? Math.max(min, 2 ** 31 - 1);
  // Small ones are what counters and revisions are.
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + SMALL) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger().map((any) => Math.min(max, Math.max(min, any))) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

function numbers({ minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<unknown> {
  const min = minimum ?? exclusiveMinimum ?? -1e9;
  const options = { min, max: maximum ?? 1e9, noNaN: true, minExcluded: exclusiveMinimum !== undefined };
  return fc.oneof(fc.double(options), fc.integer({ min: Math.ceil(min) + 1, max: Math.ceil(min) + 100 }));
}

function texts(schema: JsonSchema, { noun, key }: Place): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return ids(idPool(noun, key));
  const known = KNOWN[key];
  const made = fitting(schema);
  return known === undefined ? made : fc.oneof(some(known), made);
}

const some = (pool: string): fc.Arbitrary<string> => fc.nat({ max: 39 }).map((at) => `{{${pool}#${at}}}`);

// Fields whose values are found in earlier answers.
const KNOWN: Readonly<Record<string, string>> = {
  cursor: 'cursor',
  email: 'email',
  secret: 'secret',
  password: 'password',
  timeZone: 'zone',
  q: 'word',
};

// Mostly what exists here, sometimes what is another merchant's, sometimes what nobody has.
export const ids = (pool: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: some(pool) },
    { weight: 1, arbitrary: some(`other ${pool}`) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.uuid().map((id) => id.toUpperCase()) },
  );

const HEX = Array.from('0123456789abcdef');

function fitting(schema: JsonSchema): fc.Arbitrary<string> {
  const maxLength = Math.min(schema.maxLength ?? 40, 40);
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u');
  const isFit = (text: string): boolean =>
    pattern?.test(text) !== false &&
    (schema['x-visible'] !== true || isVisibleText(text)) &&
    Array.from(text).length <= (schema.maxLength ?? Infinity) &&
    Array.from(text).length >= (schema.minLength ?? 0);
  const candidates: fc.Arbitrary<string>[] = [
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.constantFrom('Summer', 'Poster', '10 % off', 'a_b\\c*', 'h264', 'Größe', '\u202ename'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength }),
    fc.constantFrom(200, 100, schema.maxLength ?? 50).map((length) => 'ab '.repeat(length).slice(0, length)),
    fc.string({ unit: fc.constantFrom(...HEX), minLength: 64, maxLength: 64 }),
    fc.nat({ max: 1_000 }).map((day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)),
    fc.emailAddress(),
    fc.webUrl(),
  ];
  const usable = candidates.filter((one) => fc.sample(one, { numRuns: 20, seed: 1 }).filter(isFit).length >= 4);
  if (usable.length > 0) return fc.oneof(...usable).filter(isFit);
  return (pattern === undefined ? fc.string() : fc.stringMatching(pattern)).filter(isFit);
}
