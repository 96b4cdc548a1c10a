import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { toOpenApi } from '../openapi.js';
import { findBreakingChanges } from '../../test/find-breaking-changes.js';

// A copy that a test may bend, addressed by JSON pointer parts.
type Bendable = { [key: string]: Bendable } & Bendable[];
const copy = (): Bendable => JSON.parse(JSON.stringify(toOpenApi())) as Bendable;
const at = (document: Bendable, path: string): Bendable =>
  path.split(' ').reduce((node, key) => node[key] as Bendable, document);

const set = (path: string, key: string, value: unknown) => (document: Bendable) =>
  void Object.assign(at(document, path), { [key]: value });
const drop = (path: string, key: string) => (document: Bendable) =>
  void Reflect.deleteProperty(at(document, path), key);

const SCHEMAS = 'components schemas';
const LIST = 'paths /media get';

describe('breaking changes are found', () => {
  test.each<[string, (document: Bendable) => void, string]>([
    ['a path that is gone', drop('paths', '/tags'), 'GET /tags: is gone'],
    ['a method that is gone', drop('paths /media/uploads', 'post'), 'POST /media/uploads: is gone'],
    ['another scope', set(LIST, 'security', [{ bearer: ['tags:read'] }]), 'GET /media: needs another scope'],
    ['a parameter that is gone', (d) => void at(d, `${LIST} parameters`).splice(2, 1), 'GET /media query q: is gone'],
    [
      'a parameter that became required',
      set(`${LIST} parameters 2`, 'required', true),
      'GET /media query q: is now required',
    ],
    [
      'a new required parameter',
      (d) =>
        void at(d, `${LIST} parameters`).push({
          name: 'x',
          in: 'query',
          required: true,
          schema: {},
        } as unknown as Bendable),
      'GET /media query x: is new and required',
    ],
    [
      'a tighter bound of a parameter',
      set(`${LIST} parameters 1 schema`, 'maximum', 100),
      'GET /media query limit: maximum is tighter',
    ],
    [
      'a body that became required',
      set('paths /media/uploads/{id}/finalize post requestBody', 'required', true),
      'POST /media/uploads/{id}/finalize body: is now required',
    ],
    [
      'a field of a request that is gone',
      drop(`${SCHEMAS} UploadRequest properties`, 'codec'),
      'POST /media/uploads body.codec: is gone',
    ],
    [
      'a field of a request that became required',
      (d) => void at(d, `${SCHEMAS} UploadRequest required`).push('codec' as unknown as Bendable),
      'POST /media/uploads body.codec: is now required',
    ],
    [
      'a lower maximum',
      set(`${SCHEMAS} UploadRequest properties name`, 'maxLength', 100),
      'POST /media/uploads body.name: maxLength is tighter',
    ],
    [
      'a new minimum',
      set(`${SCHEMAS} UploadRequest properties name`, 'minLength', 3),
      'POST /media/uploads body.name: minLength is tighter',
    ],
    [
      'fewer names a call',
      set(`${SCHEMAS} AddTagsRequest properties add`, 'maxItems', 5),
      'POST /media/{id}/tags body.add: maxItems is tighter',
    ],
    [
      'a shorter name in a list',
      set(`${SCHEMAS} AddTagsRequest properties add items`, 'maxLength', 5),
      'POST /media/{id}/tags body.add[]: maxLength is tighter',
    ],
    [
      'another pattern',
      set(`${SCHEMAS} UploadRequest properties checksum`, 'pattern', '^x$'),
      'POST /media/uploads body.checksum: pattern is another',
    ],
    [
      'a type that is no longer taken',
      set(`${SCHEMAS} UploadRequest properties width`, 'type', 'integer'),
      'POST /media/uploads body.width: takes no null any more',
    ],
    [
      'a mime type that is gone',
      set(`${SCHEMAS} UploadRequest properties mimeType`, 'enum', ['image/png']),
      'POST /media/uploads body.mimeType: video/mp4 is gone',
    ],
    ['a status that is gone', drop(`${LIST} responses`, '429'), 'GET /media 429: is gone'],
    [
      'a header that is gone',
      drop(`${LIST} responses 429 headers`, 'Retry-After'),
      'GET /media 429 Retry-After: is gone',
    ],
    [
      'a field of an answer that is gone',
      drop(`${SCHEMAS} Media properties`, 'width'),
      'GET /media/{id} 200.width: is gone',
    ],
    [
      'a field of an answer that may be missing',
      set(`${SCHEMAS} Tag`, 'required', ['id']),
      'GET /tags 200.items[].name: may now be missing',
    ],
    [
      'a field of an answer that may be null',
      set(`${SCHEMAS} Tag properties name`, 'type', ['string', 'null']),
      'GET /tags 200.items[].name: may now be null',
    ],
    [
      'a field of a nullable object',
      drop(`${SCHEMAS} PresignedUpload properties`, 'headers'),
      'POST /media/uploads 200.upload.headers: is gone',
    ],
    [
      'a status of a campaign that is gone',
      set(`${SCHEMAS} Campaign properties status`, 'enum', ['running']),
      'GET /campaigns 200.items[].status: draft is gone',
    ],
    [
      'another format',
      set(`${SCHEMAS} Tag properties id`, 'format', 'ulid'),
      'GET /tags 200.items[].id: format is another',
    ],
  ])('%s', (_name, bend, fault) => {
    const after = copy();
    bend(after);
    const found = findBreakingChanges(copy(), after);
    assert.ok(found.includes(fault), `${fault} is not among ${JSON.stringify(found.slice(0, 5))}`);
  });
});

describe('growth is not', () => {
  test.each<[string, (document: Bendable) => void]>([
    ['nothing changed', () => {}],
    ['a new path', set('paths', '/screens', { get: { responses: {} } })],
    [
      'a new optional parameter',
      (d) => void at(d, `${LIST} parameters`).push({ name: 'x', in: 'query', schema: {} } as unknown as Bendable),
    ],
    ['a new optional field of a request', set(`${SCHEMAS} UploadRequest properties`, 'note', { type: 'string' })],
    ['a new field of an answer', set(`${SCHEMAS} Media properties`, 'colour', { type: 'string' })],
    ['a wider bound', set(`${SCHEMAS} UploadRequest properties name`, 'maxLength', 400)],
    [
      'a new scope',
      (d) => void at(d, `${SCHEMAS} Token properties scopes items enum`).push('screens:read' as unknown as Bendable),
    ],
    ['another description', set(`${SCHEMAS} Media`, 'description', 'Something to show.')],
  ])('%s', (_name, bend) => {
    const after = copy();
    bend(after);
    assert.deepEqual(findBreakingChanges(copy(), after), []);
  });
});
