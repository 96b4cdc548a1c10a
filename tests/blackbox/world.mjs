// The installation as its callers know it: an address, one or two tokens, the contract. No file of this folder imports
// anything of ours but its neighbours.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireShape, ERROR } from './shapes.mjs';

export const UNKNOWN_ID = randomUUID();

export const ENDPOINTS = [
  { method: 'GET', path: '/media', scope: 'media:read' },
  { method: 'GET', path: `/media/${UNKNOWN_ID}`, scope: 'media:read' },
  { method: 'GET', path: '/campaigns', scope: 'campaigns:read' },
  { method: 'GET', path: `/campaigns/${UNKNOWN_ID}`, scope: 'campaigns:read' },
  { method: 'GET', path: '/playlists', scope: 'playlists:read' },
  { method: 'GET', path: `/playlists/${UNKNOWN_ID}`, scope: 'playlists:read' },
  { method: 'POST', path: '/media/uploads', scope: 'media:write' },
  { method: 'POST', path: `/media/uploads/${UNKNOWN_ID}/finalize`, scope: 'media:write' },
  { method: 'POST', path: `/media/${UNKNOWN_ID}/tags`, scope: 'tags:write' },
  { method: 'GET', path: '/tags', scope: 'tags:read' },
];

const ERROR_BY_STATUS = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'internal',
};

// Learns what each token may do by asking with it: a call without what it needs says 403 before it says what is wrong.
export async function meet({ url, secrets, isSameMerchant, mayUseUp }) {
  const world = { url: `${url}/api/integrations/v1`, isSameMerchant, mayUseUp, tokens: [] };
  for (const secret of secrets) {
    const token = { secret, scopes: new Set(), refused: new Map() };
    for (const endpoint of ENDPOINTS) {
      const { status, body } = await ask(world, endpoint.path, { token, ...emptyCall(endpoint) });
      if (status === 401) throw new Error(`A token is refused: ${body.message}`);
      if (status === 403) token.refused.set(endpoint.scope, body);
      else token.scopes.add(endpoint.scope);
    }
    world.tokens.push(token);
  }
  return world;
}

// Asks for nothing that could be done: the body lacks everything.
export const emptyCall = ({ method }) => ({ method, ...(method === 'POST' && { json: {} }) });

// One request. Whatever it answers is JSON, and a refusal is an Error whose name belongs to its status.
export async function ask(world, path, { token, method = 'GET', json, headers = {}, body } = {}) {
  const send = {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token.secret}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  };
  const response = await fetch(world.url + path, send).catch(({ message, cause }) => {
    throw new Error(`${method} ${path}: ${message} (${cause?.message})`);
  });
  const text = await response.text();
  const where = `${method} ${path} answered ${response.status}`;
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/, where);
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text) };
  if (response.ok) return answer;
  requireShape(answer.body, ERROR, where);
  assert.equal(answer.body.error, ERROR_BY_STATUS[answer.status], where);
  return answer;
}

// As a caller does who is over the budget of a minute: waits as long as it is told, and asks again.
export async function askInTime(world, path, options) {
  const answer = await ask(world, path, options);
  if (answer.status !== 429) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1000);
  return ask(world, path, options);
}

export async function requireStatus(world, path, options, status) {
  const answer = await askInTime(world, path, options);
  assert.equal(answer.status, status, `${options.method ?? 'GET'} ${path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

// One sentence of the contract, or a reason why it is skipped. The runner waits for it by itself.
export function claim(title, skip, prove) {
  void test(title, { skip }, prove);
}

// A sentence that holds for a token with these scopes; where no token has them it is skipped, and says so.
export function sentence(world, title, scopes, prove) {
  const token = world.tokens.find((one) => scopes.every((scope) => one.scopes.has(scope)));
  claim(title, token === undefined && `no token may do ${scopes.join(' and ')}`, (t) => prove(token, t));
}
