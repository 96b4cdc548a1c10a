import { Ajv } from 'ajv';
import { isUuid } from '../../server/src/ids.js';

// What the generator and the judge read of a JSON schema.
export type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly 'x-visible'?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly minProperties?: number;
  readonly $id?: string;
};

export const parseSchema = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;

const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addFormat('uuid', isUuid);
ajv.addFormat('date-time', (text) => text.endsWith('Z') && !Number.isNaN(Date.parse(text)));
ajv.addFormat('uri', (text) => URL.canParse(text));

export type Check = (value: unknown) => string[];

// What is wrong with a value, in the validator's words.
export function compileSchema(schema: JsonSchema): Check {
  const isValid = ajv.compile(withoutIds(schema));
  return (value) =>
    isValid(value) ? [] : (isValid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

// No field beyond those that are named, at any depth: an answer has exactly the contract's.
export function closed(schema: JsonSchema): JsonSchema {
  const isOpen = schema.properties !== undefined && schema.additionalProperties === undefined;
  return {
    ...schema,
    ...(isOpen && { additionalProperties: false }),
    ...(schema.properties && { properties: mapValues(schema.properties, closed) }),
    ...(schema.items && { items: closed(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closed) }),
  };
}

// One schema is part of many rows; the validator takes an id once only.
function withoutIds<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === '$id' ? undefined : part)));
}

export const mapValues = <Value, Other>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Other,
): Record<string, Other> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
