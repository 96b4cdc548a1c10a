// Tokens that an owner orders in the console for the till.
import assert from 'node:assert/strict';
import type { Stage } from './endpoint-cases.js';
import type { Json } from './console.js';
import type { Service } from './service.js';

export const order = (parts: object = {}) => ({ name: 'Till', scopes: ['tags:read'], days: 30, ...parts });

export async function create(
  { owner }: Stage,
  parts: object = {},
): Promise<{ id: string; value: string; token: Json }> {
  const { json, text, status } = await owner.post('/tokens', order(parts));
  assert.equal(status, 200, text);
  return { id: String(tokenIn(json)['id']), value: String(json['value']), token: tokenIn(json) };
}

export const tokenIn = ({ token }: Json): Json => Object(token);

export async function listed({ owner }: Stage): Promise<Json[]> {
  const { items } = (await owner.get('/tokens')).json;
  return Array.isArray(items) ? items : [];
}

// What a request with the token's value is answered.
export const statusOf = async ({ shop }: Stage, value: string): Promise<number> =>
  (await shop.get('/tags', value)).status;

export const inMs = ({ clock }: Service, ms: number): string => new Date(clock.now() + ms).toISOString();
