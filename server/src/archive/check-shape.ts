import { Ajv, type ErrorObject } from 'ajv';
import { ARCHIVE_FORMATS } from './archive-formats.js';
import { Archive } from './archive-schema.js';
import { childOf } from './document.js';
import { type Fault, type Segment, shown } from './fault.js';

// Strict types are off for the schemas that allow null beside another type. Values and schemas travel with each fault
// (verbose), because the sentence is made of them.
const ajv = new Ajv({ allErrors: true, verbose: true, strictTypes: false, formats: { ...ARCHIVE_FORMATS } });
const isArchive = ajv.compile<Archive>(Archive);

export type Shape =
  | { readonly kind: 'fits'; readonly archive: Archive }
  | { readonly kind: 'faulty'; readonly faults: Fault[] };

// Everything about the file that can be seen by looking at one value alone.
export function checkShape(document: unknown): Shape {
  if (isArchive(document)) return { kind: 'fits', archive: document };
  return { kind: 'faulty', faults: (isArchive.errors ?? []).map((error) => toFault(document, error)) };
}

function toFault(document: unknown, error: ErrorObject): Fault {
  const at = toSegments(document, error.instancePath);
  const missing: unknown = error.params['missingProperty'];
  if (typeof missing === 'string') {
    const expected: unknown = error.parentSchema?.['properties']?.[missing]?.description;
    return { path: [...at, missing], message: `is missing; ${String(expected)} is expected` };
  }
  const unknown: unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') {
    const known = Object.keys(error.parentSchema?.['properties'] ?? {}).join(', ');
    return { path: [...at, unknown], message: `is not a key of this format; only ${known} are expected here` };
  }
  return { path: at, message: toSentence(error) };
}

function toSentence({ data, parentSchema }: ErrorObject): string {
  const value = parentSchema?.['writeOnly'] === true ? 'not what belongs here' : shown(data);
  return `is ${value}; ${String(parentSchema?.['description'])} is expected`;
}

// A JSON pointer says `/media/2` for a list and for an object alike; the document tells which.
function toSegments(document: unknown, pointer: string): Segment[] {
  let value = document;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const segment = Array.isArray(value) ? Number(key) : key;
      value = childOf(value, segment);
      return segment;
    });
}
