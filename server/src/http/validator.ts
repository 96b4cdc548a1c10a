import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isVisibleText } from '@vitrine/contract/visible-text';
import type { TSchema } from 'typebox';
import { isUuid } from '../ids.js';
import { compareFaults, WHOLE_BODY, type Fault } from './faults.js';
import { quoteName } from './quote-name.js';

// No coercion: "12" is not 12 and null is not 0. Every fault is found, not only the first.
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
ajv.addFormat('uuid', isUuid);
ajv.addKeyword({ keyword: 'x-visible', type: 'string', validate: (_: true, text: string) => isVisibleText(text) });

/** Returns a function that lists what is wrong with a value. Compiles the schema at the first call, which keeps the start fast. */
export function compileCheck(schema: TSchema, noun: 'field' | 'parameter' = 'field'): (value: unknown) => Fault[] {
  let isValid: ValidateFunction | undefined;
  return (value) => {
    isValid ??= ajv.compile(schema);
    return isValid(value) ? [] : toFaults(isValid.errors ?? [], noun);
  };
}

// One fault for each field: the first error's words, and the worst kind of all its errors.
function toFaults(errors: readonly ErrorObject[], noun: 'field' | 'parameter'): Fault[] {
  const byField = new Map<string, Fault>();
  for (const error of errors.filter(isTelling)) {
    const fault = toFault(error, noun);
    const before = byField.get(fault.field);
    const kind = before === undefined || compareFaults(fault, before) < 0 ? fault.kind : before.kind;
    byField.set(fault.field, { ...(before ?? fault), kind });
  }
  return [...byField.values()];
}

// A union or a condition says only that one of its branches failed; the branches say why. That a value is not the null
// it may be says nothing either.
function isTelling({ keyword, schema, schemaPath }: ErrorObject): boolean {
  const isNullBranch = keyword === 'type' && schema === 'null' && schemaPath.includes('/anyOf/');
  return keyword !== 'anyOf' && keyword !== 'if' && !isNullBranch;
}

function toFault(error: ErrorObject, noun: 'field' | 'parameter'): Fault {
  const { keyword, params } = error;
  const at = toPath(error.instancePath, noun);
  const kind = kindOf(error);
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const known = namesOf(error);
    if (noun === 'parameter') return { problem: 'unknown parameter', field: name, words: '', kind, known };
    return { problem: 'unknown field', field: within(at, name), words: suggest(known, name), kind };
  }
  if (keyword === 'required') {
    const field = within(at, String(params['missingProperty']));
    const words: unknown = error.parentSchema?.['x-when-missing'];
    return typeof words === 'string' ? { field, words, kind } : { problem: 'missing', field, words: '', kind };
  }
  return { field: at === '' ? WHOLE_BODY : at, words: describe(error), kind };
}

// `/add/1` is `add[1]` to the caller. A repeated parameter has one name.
function toPath(instancePath: string, noun: 'field' | 'parameter'): string {
  const [name = '', ...rest] = instancePath.slice(1).split('/').map(unescapePointer);
  if (noun === 'parameter') return name;
  return rest.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : within(path, part)), name);
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function kindOf({ keyword, parentSchema }: ErrorObject): Fault['kind'] {
  const listed: unknown = parentSchema?.['x-unprocessable'];
  if (!Array.isArray(listed) || !listed.includes(keyword)) return 'invalid';
  return keyword === 'not' ? 'forbidden' : 'unprocessable';
}

function namesOf({ parentSchema }: ErrorObject): string[] {
  const properties: unknown = parentSchema?.['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

// The one known name that contains the unknown one or is contained in it, without regard to case, `_` and `-`.
function suggest(known: readonly string[], unknown: string): string {
  const sent = toPlain(unknown);
  if (sent.length < SUGGESTED_CHARACTERS_MIN) return '';
  const alike = known.filter((name) => toPlain(name).includes(sent) || sent.includes(toPlain(name)));
  return alike.length === 1 ? `did you mean ${alike[0]}?` : '';
}

const SUGGESTED_CHARACTERS_MIN = 3;
const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

type Bound =
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'minItems'
  | 'maxItems'
  | 'minLength'
  | 'maxLength';
type Schema = Readonly<Record<string, unknown>> & { readonly [bound in Bound]?: number };

function describe({ keyword, parentSchema, data, schema: bound }: ErrorObject): string {
  const schema: Schema = parentSchema ?? {};
  const says = schema['x-says'];
  if (typeof says === 'string') return says.replace('{value}', () => quoteName(String(data)));
  const over = schema['x-over'];
  if (keyword === 'maximum' && typeof over === 'string')
    return `${formatNumber(Number(data))} bytes is over the ${over}`;
  if (keyword === 'maxLength') return describeLength(String(data), Number(bound));
  if (keyword === 'minLength') return typeof schema['x-when-empty'] === 'string' ? schema['x-when-empty'] : 'is empty';
  if (keyword === 'x-visible') return 'is blank';
  if (keyword === 'pattern') return describeText(String(data)) ?? `must be ${describeSchema(schema)}`;
  if (keyword === 'enum') return describeEnum(schema, data);
  const mustBe = `must be ${describeSchema(schema)}`;
  return Array.isArray(data) && ['minItems', 'maxItems'].includes(keyword)
    ? `${mustBe}; this has ${data.length}`
    : mustBe;
}

const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 20 });

const describeLength = (text: string, max: number): string =>
  `${formatNumber(Array.from(text).length)} characters, at most ${formatNumber(max)}`;

// Why a text fails one of the patterns for texts, if it does.
function describeText(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  if (!isVisibleText(text)) return 'is blank';
  if (/[\r\n]/.test(text)) return 'contains a line break';
  return /\p{Cc}/u.test(text) ? 'contains a control character' : undefined;
}

function describeEnum(schema: Schema, data: unknown): string {
  const instead: unknown = schema['x-instead'];
  const found = typeof instead === 'object' && instead !== null ? Object.entries(instead) : [];
  const better: unknown = found.find(([name]) => name === data)?.[1];
  const mustBe = `must be ${describeSchema(schema)}`;
  return typeof better === 'string' ? `${quoteName(String(data))} is not offered. Use ${better}` : mustBe;
}

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
      return schema['format'] === 'uuid' ? UUID : 'a string';
    case 'array':
      return `a list${span(schema.minItems, schema.maxItems)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return 'a JSON object';
  }
}

const UUID = 'a UUID with hyphens, such as 0197b000-0000-7000-8000-000000000002';

function span(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${formatNumber(min)} items`;
  if (min === undefined) return ` of at most ${formatNumber(max)} items`;
  return ` of ${formatNumber(min)} to ${formatNumber(max)} items`;
}

function range({ minimum, maximum, exclusiveMinimum, ...schema }: Schema): string {
  const unit = typeof schema['x-unit'] === 'string' ? ` of ${schema['x-unit']}` : '';
  const most = maximum === undefined ? '' : formatNumber(maximum);
  if (exclusiveMinimum !== undefined)
    return `${unit} above ${formatNumber(exclusiveMinimum)}${most === '' ? '' : ` and at most ${most}`}`;
  if (minimum === undefined) return most === '' ? unit : `${unit} of at most ${most}`;
  return most === ''
    ? `${unit} of at least ${formatNumber(minimum)}`
    : `${unit} from ${formatNumber(minimum)} to ${most}`;
}
