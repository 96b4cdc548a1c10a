import { isObject, type JsonObject } from '../src/openapi/to-schema.js';

export type Side = { readonly document: JsonObject; readonly node: JsonObject };
type Way = 'request' | 'response';

// What is stricter in a request, or less certain in an answer, than it was.
export function findSchemaChanges(at: string, before: Side, after: Side, way: Way): string[] {
  const [older, newer] = [resolve(before), resolve(after)];
  return [
    ...compareTypes(at, older.node, newer.node, way),
    ...compareEnums(at, older.node, newer.node),
    ...(way === 'request' ? compareBounds(at, older.node, newer.node) : []),
    ...compareRules(at, older.node, newer.node),
    ...compareFields(at, older, newer, way),
    ...compareParts(at, older, newer, way),
  ];
}

function resolve(side: Side): Side {
  const ref = side.node['$ref'];
  if (typeof ref !== 'string') return side;
  let at: unknown = side.document;
  for (const key of ref.split('/').slice(1)) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? { ...side, node: at } : side;
}

// A request may take more kinds of value than before, an answer must not: who reads it may not expect a null.
function compareTypes(at: string, older: JsonObject, newer: JsonObject, way: Way): string[] {
  const [before, after] = [typesOf(older), typesOf(newer)];
  const lost = before.filter((type) => !after.includes(type));
  const gained = after.filter((type) => !before.includes(type));
  return [
    ...lost.filter(() => way === 'request' || after.length === 0).map((type) => `${at}: takes no ${type} any more`),
    ...gained.filter(() => way === 'response' || before.length === 0).map((type) => `${at}: may now be ${type}`),
  ];
}

function typesOf(schema: JsonObject): string[] {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((branch) => (isObject(branch) ? typesOf(branch) : []));
  if (typeof schema['$ref'] === 'string') return ['object'];
  return [type].flat().filter((one) => typeof one === 'string');
}

// New values may come: clients are told to expect that of scopes. None may go.
function compareEnums(at: string, older: JsonObject, newer: JsonObject): string[] {
  const [before, after] = [older['enum'], newer['enum']];
  if (!Array.isArray(before)) return Array.isArray(after) ? [`${at}: is now one of a list`] : [];
  if (!Array.isArray(after)) return [];
  return before.filter((value) => !after.includes(value)).map((value) => `${at}: ${String(value)} is gone`);
}

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

function compareBounds(at: string, older: JsonObject, newer: JsonObject): string[] {
  const isTighter = (bound: string, sign: 1 | -1): boolean => {
    const [before, after] = [older[bound], newer[bound]];
    if (typeof after !== 'number') return false;
    return typeof before !== 'number' || sign * (before - after) > 0;
  };
  const tighter = [...UPPER.filter((bound) => isTighter(bound, 1)), ...LOWER.filter((bound) => isTighter(bound, -1))];
  return tighter.map((bound) => `${at}: ${bound} is tighter`);
}

// Of these nobody can tell by looking whether they became stricter, so they stay as they are.
const RULES = ['pattern', 'format', 'allOf', 'if', 'then', 'else', 'not', 'const'];

function compareRules(at: string, older: JsonObject, newer: JsonObject): string[] {
  const isSame = (rule: string): boolean => JSON.stringify(older[rule]) === JSON.stringify(newer[rule]);
  return RULES.filter((rule) => !isSame(rule)).map((rule) => `${at}: ${rule} is another`);
}

function compareFields(at: string, before: Side, after: Side, way: Way): string[] {
  const [older, newer] = [fieldsOf(before.node), fieldsOf(after.node)];
  const [wasRequired, isRequired] = [requiredOf(before.node), requiredOf(after.node)];
  const faults = Object.entries(older).flatMap(([name, field]) => {
    const now = newer[name];
    if (!isObject(field)) return [];
    if (!isObject(now)) return [`${at}.${name}: is gone`];
    return findSchemaChanges(`${at}.${name}`, { ...before, node: field }, { ...after, node: now }, way);
  });
  const [moved, words] =
    way === 'request'
      ? [isRequired.filter((name) => !wasRequired.includes(name)), 'is now required']
      : [wasRequired.filter((name) => !isRequired.includes(name)), 'may now be missing'];
  return [...faults, ...moved.map((name) => `${at}.${name}: ${words}`)];
}

const fieldsOf = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {});
const requiredOf = ({ required }: JsonObject): string[] => (Array.isArray(required) ? required.map(String) : []);

function compareParts(at: string, before: Side, after: Side, way: Way): string[] {
  const [older, newer] = [partsOf(before.node), partsOf(after.node)];
  const faults = older.flatMap(([name, part]) => {
    const now = newer.find(([other]) => other === name)?.[1];
    return now === undefined
      ? []
      : findSchemaChanges(at + name, { ...before, node: part }, { ...after, node: now }, way);
  });
  const isClosed =
    way === 'request' && after.node['additionalProperties'] === false && before.node['additionalProperties'] !== false;
  return isClosed ? [...faults, `${at}: takes no other fields any more`] : faults;
}

// The items of a list, the values of a record, and what a nullable object is when it is not null.
function partsOf({ items, additionalProperties, anyOf }: JsonObject): [string, JsonObject][] {
  const value: unknown = Array.isArray(anyOf) ? anyOf[0] : undefined;
  const parts: [string, unknown][] = [
    ['[]', items],
    ['{}', additionalProperties],
    ['', value],
  ];
  return parts.flatMap(([name, part]) => (isObject(part) ? [[name, part]] : []));
}
