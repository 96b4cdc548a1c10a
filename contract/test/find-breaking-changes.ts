import { findSchemaChanges, type Side } from './find-schema-changes.js';
import { isObject, type JsonObject } from '../src/openapi/to-schema.js';

// What a client of the older document would trip over in the newer one. Empty when version 1 only grew.
export function findBreakingChanges(before: JsonObject, after: JsonObject): string[] {
  return Object.entries(objectAt(before, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const newer = objectAt(after, 'paths', path)[method];
      if (!isObject(operation)) return [];
      if (!isObject(newer)) return [`${at}: is gone`];
      return compareOperations(at, { document: before, node: operation }, { document: after, node: newer });
    }),
  );
}

function compareOperations(at: string, before: Side, after: Side): string[] {
  return [
    ...(scopesOf(before.node) === scopesOf(after.node) ? [] : [`${at}: needs another scope`]),
    ...compareParameters(at, before, after),
    ...compareBodies(`${at} body`, before, after),
    ...compareResponses(at, before, after),
  ];
}

const scopesOf = (operation: JsonObject): string => JSON.stringify(operation['security'] ?? null);

function compareParameters(at: string, before: Side, after: Side): string[] {
  const [older, newer] = [before, after].map(({ node }) => parametersOf(node));
  const faults: string[] = [];
  for (const [key, parameter] of older ?? []) {
    const now = newer?.get(key);
    if (now === undefined) faults.push(`${at} ${key}: is gone`);
    else if (parameter['required'] !== true && now['required'] === true) faults.push(`${at} ${key}: is now required`);
    else
      faults.push(
        ...compareSchemas(`${at} ${key}`, { ...before, node: parameter }, { ...after, node: now }, 'request'),
      );
  }
  for (const [key, parameter] of newer ?? []) {
    if (older?.has(key) !== true && parameter['required'] === true) faults.push(`${at} ${key}: is new and required`);
  }
  return faults;
}

function parametersOf(operation: JsonObject): Map<string, JsonObject> {
  const list = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isObject) : [];
  return new Map(list.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]));
}

function compareBodies(at: string, before: Side, after: Side): string[] {
  const [older, newer] = [before.node['requestBody'], after.node['requestBody']];
  if (!isObject(newer)) return isObject(older) ? [`${at}: is gone`] : [];
  if (newer['required'] === true && !(isObject(older) && older['required'] === true)) return [`${at}: is now required`];
  if (!isObject(older)) return [];
  return compareContents(at, { ...before, node: older }, { ...after, node: newer }, 'request');
}

function compareResponses(at: string, before: Side, after: Side): string[] {
  return Object.entries(objectAt(before.node, 'responses')).flatMap(([status, older]) => {
    const newer = objectAt(after.node, 'responses')[status];
    if (!isObject(older)) return [];
    if (!isObject(newer)) return [`${at} ${status}: is gone`];
    const headers = Object.keys(objectAt(older, 'headers')).filter((name) => !(name in objectAt(newer, 'headers')));
    return [
      ...headers.map((name) => `${at} ${status} ${name}: is gone`),
      ...compareContents(`${at} ${status}`, { ...before, node: older }, { ...after, node: newer }, 'response'),
    ];
  });
}

function compareContents(at: string, before: Side, after: Side, way: 'request' | 'response'): string[] {
  return Object.entries(objectAt(before.node, 'content')).flatMap(([type, older]) => {
    const newer = objectAt(after.node, 'content')[type];
    if (!isObject(older)) return [];
    if (!isObject(newer)) return [`${at} ${type}: is gone`];
    return compareSchemas(at, { ...before, node: older }, { ...after, node: newer }, way);
  });
}

function compareSchemas(at: string, before: Side, after: Side, way: 'request' | 'response'): string[] {
  const [older, newer] = [before.node['schema'], after.node['schema']];
  if (!isObject(older)) return [];
  if (!isObject(newer)) return [`${at}: has no schema any more`];
  return findSchemaChanges(at, { ...before, node: older }, { ...after, node: newer }, way);
}

function objectAt(node: JsonObject, ...keys: string[]): JsonObject {
  let at: unknown = node;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
}
