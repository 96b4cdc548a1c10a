// What a shop's feed tells, as an integrator reads it.
import assert from 'node:assert/strict';
import type { Change, ChangePage } from '@vitrine/contract/changes';
import type { Shop } from './service.js';

export async function pageOf(shop: Shop, query = '', bearer = shop.secret): Promise<ChangePage> {
  const { status, body } = await shop.get(`/changes${query}`, bearer);
  assert.equal(status, 200, JSON.stringify(body));
  return Object(body);
}

// Types, each with the id of what it happened to.
export const toldOf = ({ items }: { readonly items: readonly Change[] }): unknown[] =>
  items.map(({ type, data }) => [type, ...Object.values(data)]);

export const told = async (shop: Shop, cursor: string): Promise<unknown[]> =>
  toldOf(await pageOf(shop, `?limit=200&cursor=${cursor}`));

/** Reads the feed from the cursor to its end. */
export async function changesSince(shop: Shop, cursor: string): Promise<Change[]> {
  const page = await pageOf(shop, `?limit=200&cursor=${cursor}`);
  return page.more ? [...page.items, ...(await changesSince(shop, page.nextCursor))] : [...page.items];
}
