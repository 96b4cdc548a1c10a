// From a schema as the service checks it to one as OpenAPI 3.1 writes it: named ones by reference, null as a type, and
// without the notes that only the service reads.

export type JsonObject = Readonly<Record<string, unknown>>;

// Words for refusals and the rules that make a 422; the document says both in sentences.
const INNER_NOTES = new Set([
  '$id',
  'x-unprocessable',
  'x-must-be',
  'x-says',
  'x-when-missing',
  'x-when-empty',
  'x-over',
  'x-unit',
  'x-visible',
  'x-instead',
]);

export function toSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toSchema);
  if (!isObject(schema)) return schema;
  const name = nameOf(schema);
  return name === undefined ? toInline(schema) : { $ref: `#/components/schemas/${name}` };
}

// Every named schema below these, each once, by name.
export function toComponents(schemas: readonly unknown[]): Record<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const schema of schemas) collect(schema, found);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function collect(schema: unknown, found: Map<string, JsonObject>): void {
  if (Array.isArray(schema)) for (const part of schema) collect(part, found);
  if (!isObject(schema)) return;
  const name = nameOf(schema);
  if (name !== undefined) found.set(name, toInline(schema));
  for (const part of Object.values(schema)) collect(part, found);
}

function toInline(schema: JsonObject): JsonObject {
  const inline: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (INNER_NOTES.has(key)) continue;
    if (key === 'properties' && isObject(value)) inline[key] = toProperties(value);
    // A record of any name: OpenAPI's tools know it under its simpler form.
    else if (key === 'patternProperties' && isObject(value))
      inline['additionalProperties'] = toSchema(Object.values(value)[0]);
    else inline[key] = toSchema(value);
  }
  return withNullAsType(inline);
}

// A property that no value satisfies is there for its refusal alone; nobody should be offered it.
function toProperties(properties: JsonObject): JsonObject {
  const offered = Object.entries(properties).filter(([, schema]) => !(isObject(schema) && 'not' in schema));
  return Object.fromEntries(offered.map(([name, schema]) => [name, toSchema(schema)]));
}

function withNullAsType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [value, nothing]: unknown[] = anyOf;
  if (!isObject(value) || !isObject(nothing) || nothing['type'] !== 'null' || typeof value['type'] !== 'string') {
    return schema;
  }
  return { ...value, ...rest, type: [value['type'], 'null'] };
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (schema: JsonObject): string | undefined =>
  typeof schema['$id'] === 'string' ? schema['$id'] : undefined;
