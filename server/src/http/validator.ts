import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { invalidRequest, unprocessable, type ApiError } from '../errors.js';
import { isUuid } from '../ids.js';

// No coercion: "12" is not 12 and null is not 0. Every fault is found, not only the first.
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
ajv.addFormat('uuid', isUuid);

// `unprocessable` is understood but not accepted (422), `forbidden` is never accepted whatever else is wrong (422);
// all else is a 400.
export type Fault = {
  readonly field: string;
  readonly words: string;
  readonly kind: 'invalid' | 'unprocessable' | 'forbidden';
};

// Compiled once per schema, by the first value: all of them together are a seventh of a start.
export function compileCheck(schema: TSchema): (value: unknown) => Fault[] {
  let isValid: ValidateFunction | undefined;
  return (value) => {
    isValid ??= ajv.compile(schema);
    return isValid(value) ? [] : toFaults(isValid.errors ?? []);
  };
}

// A 400 names every faulty field; a 422 follows once nothing is left to say with a 400.
export function refuseFaults(faults: readonly Fault[]): void {
  const refusal = findRefusal(faults);
  if (refusal !== undefined) throw refusal;
}

export function findRefusal(faults: readonly Fault[]): ApiError | undefined {
  if (faults.length === 0) return undefined;
  const forbidden = faults.filter(({ kind }) => kind === 'forbidden');
  if (forbidden.length > 0) return unprocessable(toSentences(forbidden));
  const invalid = faults.filter(({ kind }) => kind === 'invalid');
  return invalid.length > 0 ? invalidRequest(toSentences(invalid)) : unprocessable(toSentences(faults));
}

const toSentences = (faults: readonly Fault[]): string =>
  faults.map(({ field, words }) => `${field === '' ? NO_NAME : quoted(field)}: ${words}.`).join(' ');

// `?=x` and `{"":1}`: a field whose name is the empty text.
const NO_NAME = '(no name)';

function toFaults(errors: readonly ErrorObject[]): Fault[] {
  const byField = new Map<string, ErrorObject[]>();
  for (const error of errors.filter(isTelling)) {
    const field = fieldOf(error);
    byField.set(field, [...(byField.get(field) ?? []), error]);
  }
  return [...byField].map(([field, [first, ...rest]]) => ({
    field,
    words: first === undefined ? '' : wording(first),
    kind:
      [first, ...rest].map((error) => (error === undefined ? 'unprocessable' : kindOf(error))).sort(worstFirst)[0] ??
      'invalid',
  }));
}

const KINDS: readonly Fault['kind'][] = ['forbidden', 'invalid', 'unprocessable'];
const worstFirst = (a: Fault['kind'], b: Fault['kind']): number => KINDS.indexOf(a) - KINDS.indexOf(b);

// A union or a condition says only that one of its branches failed; the branches say what. That a value is not the null
// it may be tells nothing either.
function isTelling({ keyword, schema, schemaPath }: ErrorObject): boolean {
  const isNullBranch = keyword === 'type' && schema === 'null' && schemaPath.includes('/anyOf/');
  return keyword !== 'anyOf' && keyword !== 'if' && !isNullBranch;
}

function kindOf({ keyword, parentSchema }: ErrorObject): Fault['kind'] {
  const listed: unknown = parentSchema?.['x-unprocessable'];
  if (!Array.isArray(listed) || !listed.includes(keyword)) return 'invalid';
  return keyword === 'not' ? 'forbidden' : 'unprocessable';
}

function fieldOf(error: ErrorObject): string {
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const extra: unknown = error.params['additionalProperty'] ?? error.params['missingProperty'];
  if (typeof extra !== 'string') return at === '' ? 'body' : at;
  return at === '' ? extra : `${at}.${extra || NO_NAME}`;
}

function wording({ keyword, parentSchema }: ErrorObject): string {
  if (keyword === 'additionalProperties') return 'is not known here';
  if (keyword === 'required') return 'is required';
  if (keyword === 'not') return 'is not offered';
  return `must be ${describeSchema(parentSchema ?? {})}`;
}

const NAME_CHARACTERS_SHOWN = 60;

// A caller's own words come back escaped and cut, so that an answer stays one readable line.
export function quoted(name: string): string {
  return JSON.stringify(Array.from(name).slice(0, NAME_CHARACTERS_SHOWN).join('')).slice(1, -1);
}

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'minItems' | 'maxItems' | 'minLength' | 'maxLength';
type Schema = Readonly<Record<string, unknown>> & { readonly [bound in Bound]?: number };

// What a schema asks for, in words for the caller: `a whole number from 1 to 200`.
function describeSchema(schema: Schema): string {
  if (typeof schema['x-must-be'] === 'string') return schema['x-must-be'];
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(describeSchema).join(' or ');
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`;
  switch (schema['type']) {
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'string':
      return describeText(schema);
    case 'array':
      return `a list${span(schema.minItems, schema.maxItems, 'items')}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return 'a JSON object';
  }
}

function describeText(schema: Schema): string {
  if (schema['format'] === 'uuid') return 'a uuid';
  return `a text${span(schema.minLength, schema.maxLength, 'characters')}`;
}

function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${min} ${unit}`;
  return min === undefined ? ` of at most ${max} ${unit}` : ` of ${min} to ${max} ${unit}`;
}

function range({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined)
    return ` above ${exclusiveMinimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}
