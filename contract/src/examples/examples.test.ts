import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { describe, test } from 'vitest';
import type { TokenEndpoint } from '../endpoint.js';
import { statusesOf } from '../endpoint-statuses.js';
import { integrationEndpoints } from '../endpoints.js';
import { ErrorBody, STATUS } from '../errors.js';
import { errorExamples } from './errors.js';
import { examples } from './examples.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('uuid', UUID);
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addFormat('date-time', (text: string) => new Date(text).toISOString() === text);

const rows = Object.entries<TokenEndpoint>(integrationEndpoints).map(([name, endpoint]) => ({
  name,
  endpoint,
  shown: Object.entries(examples).find(([key]) => key === name)?.[1],
}));

describe.each(rows)('$name', ({ endpoint, shown }) => {
  test('has an example for its request and its answer, and they pass the schemas', () => {
    assert.ok(shown !== undefined && Object.keys(shown.response).length > 0);
    assert.equal(shown.request !== undefined, endpoint.body !== undefined);
    for (const { value } of Object.values(shown.response)) requireValid(endpoint.response, value);
    if (endpoint.body === undefined) return;
    for (const { value } of Object.values(shown.request ?? {})) requireValid(endpoint.body, value);
  });

  test('has an example for every error, with the name of its status', () => {
    for (const status of [...statusesOf(endpoint), STATUS.method_not_allowed, STATUS.internal]) {
      const found = Object.values(errorExamples(endpoint, status));
      assert.ok(found.length > 0);
      for (const { value } of found) {
        requireValid(ErrorBody, value);
        assert.equal(STATUS[value.error], status);
      }
    }
  });
});

function requireValid(schema: object, value: unknown): void {
  // A copy without names: every example compiles its own, and names may be given once only.
  const plain: unknown = JSON.parse(JSON.stringify(schema, (key, part: unknown) => (key === '$id' ? undefined : part)));
  assert.ok(typeof plain === 'object' && plain !== null);
  assert.ok(ajv.validate(plain, value), ajv.errorsText());
}
