// TypeScript types from the contract's endpoint table. The client publishes them as its own, so that whoever installs it
// needs neither the contract nor TypeBox.

const HEADER = `// Written by client/scripts/write-types.mjs from the contract's endpoint table: do not edit by hand.
// \`npm run types -w @vitrine/client\` writes it anew; a test fails when it is stale.
`;

export function toTypes(endpoints, others) {
  const named = new Map();
  for (const { body, response } of Object.values(endpoints))
    for (const schema of [body, response]) collect(schema, named);
  for (const schema of others) collect(schema, named);
  const queries = Object.entries(endpoints)
    .filter(([, { query }]) => query !== undefined)
    .map(([name, { query }]) => [`${name[0].toUpperCase()}${name.slice(1)}Query`, query]);
  const declarations = [...named, ...queries]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${comment(schema, '')}export type ${name} = ${shapeOf(schema, '')};\n`);
  return [HEADER, ...declarations].join('\n');
}

function collect(schema, named) {
  if (typeof schema !== 'object' || schema === null) return;
  if (schema.$id !== undefined) named.set(nameOf(schema), schema);
  for (const part of partsOf(schema)) collect(part, named);
}

const partsOf = (schema) => [
  ...Object.values(schema.properties ?? {}),
  ...Object.values(schema.patternProperties ?? {}),
  ...(schema.anyOf ?? []),
  schema.items,
];

// `Error` is JavaScript's own word.
const nameOf = (schema) => (schema.$id === 'Error' ? 'ErrorBody' : schema.$id);

function toType(schema, indent) {
  return schema.$id === undefined ? shapeOf(schema, indent) : nameOf(schema);
}

function shapeOf(schema, indent) {
  if (schema.not !== undefined) return 'never';
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => toType(part, indent)).join(' | ');
  if (schema.const !== undefined) return quote(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(quote).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayOf(toType(schema.items, indent));
    case 'object':
      return objectOf(schema, indent);
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
}

const quote = (value) => (typeof value === 'string' ? `'${value}'` : String(value));
const arrayOf = (item) => (/^\w+$/.test(item) ? `${item}[]` : `(${item})[]`);

function objectOf(schema, indent) {
  const [pattern] = Object.values(schema.patternProperties ?? {});
  if (pattern !== undefined) return `Record<string, ${toType(pattern, indent)}>`;
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${comment(field, inner)}${inner}${name}${mark}: ${toType(field, inner)};\n`;
  });
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`;
}

function comment({ description }, indent) {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
