import assert from 'node:assert/strict';
import { test } from 'vitest';
import { statusesOf } from './endpoint-statuses.js';
import { endpoints } from './endpoints.js';

// One row of every kind. What tokens may be refused with is compared row by row, in openapi.test.ts.
test.each([
  ['getToken', [401, 429]],
  ['listMedia', [400, 401, 403, 429]],
  ['getMedia', [401, 403, 404, 429]],
  ['startUpload', [400, 401, 403, 409, 413, 422, 429]],
  ['listConsoleMedia', [400, 401, 403, 404]],
  ['getConsoleMedia', [401, 403, 404]],
  ['startConsoleUpload', [400, 401, 403, 404, 409, 413, 422, 429]],
  ['updateMedia', [400, 401, 403, 404, 409, 413, 429]],
  ['revokeToken', [400, 401, 403, 404, 429]],
  ['deletePlaylist', [400, 401, 403, 404, 429]],
  ['getMe', [401, 404]],
  ['signOut', [400, 401, 403, 404]],
  ['switchMerchant', [400, 401, 403, 404, 413, 429]],
  ['signIn', [400, 401, 403, 413, 429]],
  ['lookInvitation', [400, 403, 404, 413]],
  ['lookFirstRun', [400, 403, 404, 413]],
  ['finishFirstRun', [400, 403, 404, 409, 413, 422]],
  ['acceptInvitation', [400, 401, 403, 404, 409, 413, 429]],
] as const)('%s may be refused with %s', (name, statuses) => {
  assert.deepEqual(statusesOf(endpoints[name]), statuses);
});
