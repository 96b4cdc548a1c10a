// Who may call: tokens, scopes, methods.
import assert from 'node:assert/strict';
import { claim, emptyCall, ENDPOINTS, requireStatus, UNKNOWN_ID } from './world.mjs';

export function testAccess(world) {
  for (const endpoint of ENDPOINTS) {
    const call = emptyCall(endpoint);
    const title = `${endpoint.method} ${endpoint.path.replace(UNKNOWN_ID, '{id}')}`;
    claim(`${title}: a missing, an unknown and another kind of token are 401, and look the same`, false, async () => {
      const missing = await requireStatus(world, endpoint.path, call, 401);
      const unknown = world.tokens[0].secret.slice(0, -43) + '0'.repeat(43);
      for (const authorization of [`Bearer ${unknown}`, 'Bearer ', 'Basic dXNlcjpwYXNz']) {
        const answer = await requireStatus(world, endpoint.path, { ...call, headers: { authorization } }, 401);
        assert.deepEqual(answer.body, missing.body);
      }
    });
    testScope(world, title, endpoint);
    testMethod(world, title, endpoint);
  }
}

function testScope(world, title, { scope, ...endpoint }) {
  // A plan may refuse a write to everyone, which says nothing of scopes.
  const token = world.tokens.find(({ refused }) => refused.has(scope) && refused.get(scope).code !== 'plan');
  const skip = token === undefined && `each token has ${scope}`;
  claim(`${title}: without its scope it is a 403 that names ${scope}`, skip, async () => {
    const { body } = await requireStatus(world, endpoint.path, { token, ...emptyCall(endpoint) }, 403);
    assert.ok(body.message.includes(scope), body.message);
    assert.equal(body.code, undefined);
  });
}

function testMethod(world, title, { method, path }) {
  const other = method === 'GET' ? 'POST' : 'PUT';
  claim(`${title}: another method is a 405 that says which one it takes`, false, async () => {
    const [token] = world.tokens;
    const { headers } = await requireStatus(world, path, { token, method: other, json: {} }, 405);
    const allowed = (headers.get('allow') ?? '').split(/,\s*/);
    assert.ok(allowed.includes(method) && !allowed.includes(other), `Allow: ${headers.get('allow')}`);
  });
}
