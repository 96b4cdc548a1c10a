import type { TokenEndpoint } from '../endpoint.js';
import { frontWindow, poster, summer } from '../examples/content.js';
import { toSchema, isObject, type JsonObject } from './to-schema.js';

// The path's and the query's parameters of an endpoint.
export function toParameters(endpoint: TokenEndpoint): JsonObject[] {
  const inPath = Object.entries(endpoint.params ?? {}).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', format: 'uuid' },
    example: idExample(endpoint.path),
  }));
  const inQuery = Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) =>
    toQueryParameter(name, schema),
  );
  return [...inPath, ...inQuery];
}

function toQueryParameter(name: string, schema: unknown): JsonObject {
  const { description, ...rest } = requireObject(toSchema(schema));
  return {
    name,
    in: 'query',
    required: false,
    description,
    // `tag=a&tag=b`: the name is repeated, nothing is joined by commas.
    ...(rest['type'] === 'array' && { style: 'form', explode: true }),
    schema: rest,
    example: QUERY_EXAMPLES[name],
  };
}

const QUERY_EXAMPLES: Readonly<Record<string, unknown>> = {
  cursor: '80s6pBkU0CDjkgwAymuZplsi',
  limit: 50,
  q: 'ice cream',
  tag: [summer.id],
};

function idExample(path: string): string {
  if (path.startsWith('/campaigns')) return 'a3f1c0de-7b1e-4c55-9d7e-1c2b3a4d5e6f';
  return path.startsWith('/playlists') ? frontWindow.id : poster.id;
}

function requireObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error('a parameter has a schema of its own');
  return value;
}
