import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { describe, test } from 'vitest';
import { ENDPOINTS, PARAMETERS, STATUSES } from '../test/endpoint-tables.js';
import { FIELDS } from '../test/field-tables.js';
import { LIMITS, TOKEN_WORDS } from '../test/limit-table.js';
import { REWRITTEN } from '../test/rewritten-patterns.js';
import { MESSAGE_TYPES } from './change-types.js';
import { toOpenApi } from './openapi.js';
import { findBreakingChanges } from '../test/find-breaking-changes.js';
import { isObject, type JsonObject } from './openapi/to-schema.js';

const document = JSON.parse(JSON.stringify(toOpenApi())) as JsonObject;
const fileOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const at = (...keys: string[]): unknown => {
  let node: unknown = document;
  for (const key of keys) node = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  return node;
};
const objectAt = (...keys: string[]): JsonObject => {
  const node = at(...keys);
  assert.ok(isObject(node), keys.join(' '));
  return node;
};

test('the committed document is the one that the endpoint table gives', () => {
  assert.deepEqual(fileOf('../openapi.json'), document);
});

test('version 1 only grows: nothing of the last release is gone, newly required or tighter', () => {
  assert.deepEqual(findBreakingChanges(withPatternsOfNow(fileOf('../released/openapi-1.0.json')), document), []);
});

// patterns.test.ts shows that they mean the same.
function withPatternsOfNow(released: unknown): JsonObject {
  const rewrite = (key: string, value: unknown): unknown =>
    key === 'pattern' && typeof value === 'string' ? (REWRITTEN[value] ?? value) : value;
  return JSON.parse(JSON.stringify(released, rewrite)) as JsonObject;
}

test('another reader of OpenAPI finds no fault in it', async () => {
  assert.deepEqual(await new Validator().validate(fileOf('../openapi.json') as JsonObject), { valid: true });
});

describe('fields', () => {
  test('every shape of the contract is there, and no other', () => {
    assert.deepEqual(Object.keys(objectAt('components', 'schemas')).sort(), Object.keys(FIELDS).sort());
  });

  test.each(Object.entries(FIELDS))('%s has the fields of its table', (name, fields) => {
    const schema = objectAt('components', 'schemas', name);
    const required = new Set(schema['required'] as string[] | undefined);
    const found = Object.entries(objectAt('components', 'schemas', name, 'properties')).map(([field, part]) => [
      required.has(field) ? field : `${field}?`,
      wordsOf(part),
    ]);
    assert.deepEqual(Object.fromEntries(found), fields);
  });

  test('every field and every shape is described', () => {
    const schemas = Object.entries(objectAt('components', 'schemas'));
    assert.ok(schemas.length > 10);
    for (const [name, schema] of schemas) {
      assert.ok(isObject(schema) && schema['description'], name);
      for (const [field, part] of Object.entries(objectAt('components', 'schemas', name, 'properties'))) {
        assert.ok(isObject(part) && (part['description'] ?? part['$ref']), `${name}.${field}`);
      }
    }
  });
});

describe('endpoints', () => {
  const operations = Object.entries(objectAt('paths')).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: operation as JsonObject,
    })),
  );

  test('every endpoint of the table is there with its scope, body, answer and statuses, and no other', () => {
    const found = operations.map(({ name, operation }) => [
      name,
      {
        scope: operation['x-required-scope'],
        body: bodyOf(operation['requestBody']),
        response: bodyOf((operation['responses'] as JsonObject)['200']),
        statuses: Object.keys(operation['responses'] as JsonObject)
          .filter((status) => !['200', '405', '500'].includes(status))
          .map(Number),
      },
    ]);
    assert.deepEqual(Object.fromEntries(found), ENDPOINTS);
  });

  test.each(operations)(
    '$name asks for its scope, can give a 405 and a 500, and shows an example of everything',
    ({ operation }) => {
      const scope = operation['x-required-scope'];
      assert.deepEqual(operation['security'], [{ bearer: scope === null ? [] : [scope] }]);
      const responses = operation['responses'] as Record<string, JsonObject>;
      assert.ok(responses['405'] && responses['500']);
      for (const [status, { content, headers }] of Object.entries(responses)) {
        const { examples } = (content as Record<string, JsonObject>)['application/json'] ?? {};
        assert.ok(isObject(examples) && Object.keys(examples).length > 0, status);
        assert.deepEqual(Object.keys(headers as object), STATUSES[status]?.headers, status);
        if (status === '200') continue;
        for (const example of Object.values(examples as Record<string, { value: JsonObject }>)) {
          assert.equal(example.value['error'], STATUSES[status]?.error);
          assert.ok(STATUSES[status]?.codes.includes(example.value['code'] as string | undefined), status);
        }
      }
    },
  );

  test.each(operations)('$name has the parameters of the table', ({ name, operation }) => {
    const found = ((operation['parameters'] ?? []) as JsonObject[]).map((parameter) => {
      assert.ok(parameter['description']);
      const required = parameter['required'] === true ? '' : '?';
      return [`${String(parameter['in'])} ${String(parameter['name'])}${required}`, wordsOf(parameter['schema'])];
    });
    assert.deepEqual(Object.fromEntries(found), PARAMETERS[name] ?? {});
  });

  test('a tag is repeated, not joined', () => {
    const [tag] = (objectAt('paths', '/media', 'get')['parameters'] as JsonObject[]).slice(-1);
    assert.deepEqual([tag?.['name'], tag?.['style'], tag?.['explode']], ['tag', 'form', true]);
  });
});

describe('webhooks', () => {
  const CONTENT = ['post', 'requestBody', 'content', 'application/json'];
  const messages = Object.entries(objectAt('webhooks')).map(([type, item]) => ({
    type,
    post: (item as Record<string, JsonObject>)['post'] ?? {},
  }));

  test('every message that is sent is there, and no other; each name of a handler is used once', () => {
    assert.deepEqual(
      messages.map(({ type }) => type),
      MESSAGE_TYPES,
    );
    const paths = Object.values(objectAt('paths')).flatMap((methods) => Object.values(methods as JsonObject));
    const names = [...paths, ...messages.map(({ post }) => post)].map((one) => (one as JsonObject)['operationId']);
    assert.equal(new Set(names).size, names.length);
  });

  test.each(messages)(
    '$type is signed, needs no token, and its example passes its own schema alone',
    ({ type, post }) => {
      assert.deepEqual(post['security'], []);
      const headers = (post['parameters'] as { $ref: string }[]).map(({ $ref }) =>
        objectAt(...$ref.split('/').slice(1)),
      );
      assert.deepEqual(
        headers.map(({ name, in: place, required }) => [name, place, required]),
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, 'header', true]),
      );
      const { value } = objectAt('webhooks', type, ...CONTENT, 'examples', 'message');
      assert.equal(Object(value).type, type);
      const takers = messages.filter((one) => ajv.getSchema(schemaOf(one.type))?.(value) === true);
      assert.deepEqual(
        takers.map((one) => one.type),
        [type],
      );
    },
  );

  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'document');
  const schemaOf = (type: string): string =>
    `document#/webhooks/${type}/${CONTENT.join('/').replace('application/', 'application~1')}/schema`;
});

test.each(LIMITS)('limit: %s is %s', (path, value) => {
  assert.equal(at(...path.split(' ')), value);
});

test('limit: what only words can say of tokens is said', () => {
  for (const words of TOKEN_WORDS) {
    assert.ok(String(at('components', 'securitySchemes', 'bearer', 'description')).includes(words), words);
  }
});

// A schema in the words of the contract's tables.
function wordsOf(schema: unknown): string {
  assert.ok(isObject(schema));
  const { $ref, anyOf, type, items, format } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(anyOf)) return anyOf.map(wordsOf).join(' or ');
  if (Array.isArray(type)) return type.map((one: unknown) => wordsOf({ ...schema, type: one })).join(' or ');
  if (Array.isArray(schema['enum'])) return schema['enum'].join('|');
  if (type === 'array') return `array of ${wordsOf(items)}`;
  if (type === 'object') return `object of ${wordsOf(schema['additionalProperties'])}`;
  return type === 'string' && typeof format === 'string' ? format : String(type);
}

function bodyOf(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const { schema } = (message['content'] as Record<string, JsonObject>)['application/json'] ?? {};
  return wordsOf(schema);
}
