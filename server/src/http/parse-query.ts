import type { TObject } from 'typebox';
import type { Fault } from './validator.js';

type Value = string | number | string[];

// A query string to the values that its schema speaks of. Nothing is ignored: a name twice, a broken escape or a NUL is a
// fault here; names and values are judged by the validator afterwards (contract, Common list parameters).
export function parseQuery(schema: TObject, text: string): { values: Record<string, Value>; faults: Fault[] } {
  // No prototype: `__proto__` is an unknown parameter like any other.
  const values: Record<string, Value> = Object.create(null);
  const faults: Fault[] = [];
  const refuse = (field: string, words: string): void => void faults.push({ field, words, kind: 'invalid' });
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (name === undefined || value === undefined) refuse(name ?? pair, 'is not valid percent-encoded UTF-8');
    else if (value.includes('\0')) refuse(name, 'must not hold a NUL character');
    else if (!put(values, name, value, typeOf(schema, name))) refuse(name, 'must be given once only');
  }
  return { values, faults };
}

function put(values: Record<string, Value>, name: string, value: string, type: unknown): boolean {
  const before = values[name];
  if (type === 'array') {
    values[name] = [...(Array.isArray(before) ? before : []), value];
    return true;
  }
  if (before !== undefined) return false;
  // Digits only: `1e1`, `0x10`, `+10` and ` 10 ` stay text, which the validator refuses.
  values[name] = type === 'integer' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return true;
}

function typeOf(schema: TObject, name: string): unknown {
  const property: unknown = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return typeof property === 'object' && property !== null && 'type' in property ? property.type : undefined;
}

// Bytes that a client did not escape arrive as Latin-1 characters: they are read as the UTF-8 that they are.
function decode(text: string): string | undefined {
  const escaped = text.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
