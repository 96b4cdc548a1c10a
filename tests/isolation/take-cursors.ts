import assert from 'node:assert/strict';
import type { Service } from '../harness/service.js';
import { everyCall, type Call } from './every-call.js';
import { answerTo, type Resident } from './new-world.js';

// A list's second page, as its owner can read it.
export type CursorOf = { readonly list: Call; readonly path: string };

// A merchant's cursor for every list of the table, each tried by the merchant itself.
export async function takeCursors(service: Service, resident: Resident): Promise<CursorOf[]> {
  const { ids, own } = resident;
  const lists = everyCall({ at: ids, named: ids, own }).filter(
    ({ endpoint, path }) =>
      endpoint.query !== undefined && 'cursor' in endpoint.query.properties && !path.includes('?'),
  );
  const taken = [];
  for (const list of lists) {
    const page = await answerTo(service, resident, { ...list, path: `${list.path}?limit=1` });
    const { nextCursor } = JSON.parse(page.text) as { nextCursor?: string | null };
    assert.ok(nextCursor, list.title);
    const path = `${list.path}?limit=1&cursor=${nextCursor}`;
    assert.equal((await answerTo(service, resident, { ...list, path })).status, 200, list.title);
    taken.push({ list, path });
  }
  return taken;
}
