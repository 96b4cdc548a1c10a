// The feed beside the model: a mirror that reads nothing else after its start, and what the feed has told from the first.
import assert from 'node:assert/strict';
import type { Change } from '@vitrine/contract/changes';
import { newMirror, viewLibrary, type Get, type Mirror } from '../harness/mirror.js';
import type { Stage } from './stage.js';

export type Feed = { readonly mirror: Mirror; readonly get: Get; readonly told: Change[]; readonly stage: Stage };

export async function openFeed(stage: Stage): Promise<Feed> {
  const get: Get = async (path) => {
    const answered = await stage.api('GET', path);
    assert.ok(answered, 'a read was not answered');
    return { status: answered.status, headers: new Headers(), body: answered.body };
  };
  return { mirror: await newMirror(get), get, told: [], stage };
}

// What was told since, as the model says it: the type and the slot.
export async function hearFeed({ mirror, told, stage: { ids } }: Feed): Promise<string[]> {
  const changes = await mirror.follow();
  told.push(...changes);
  return changes.map(({ type, data }) => {
    const [id] = Object.values(data);
    const slots = [ids.media, ids.playlists, ids.campaigns].map((all) => all.indexOf(String(id)));
    return [type, ...slots.filter((slot) => slot >= 0)].join(' ');
  });
}

// Whoever follows has the library; and who reads from the first is told the same.
export async function checkFeed({ mirror, get, told }: Feed): Promise<void> {
  assert.deepEqual(await mirror.follow(), [], 'the feed told of something that nobody did, or told of it late');
  assert.deepEqual(mirror.view(), await viewLibrary(get), 'a mirror that follows the feed is not the library');
  assert.equal(new Set(told.map(({ id }) => id)).size, told.length, 'the feed told a change twice');
  const again = await readOldest(get);
  assert.deepEqual(
    again.map(({ id }) => id),
    told.map(({ id }) => id),
    'the feed tells another story to who reads it from the first',
  );
  for (const [first, then] of TURNS) assertTurns(told, first, then);
}

// What comes into a list and leaves it does so in turns; a change told twice, lost or out of order breaks them.
const TURNS = [
  [['media.ready'], ['media.deleted']],
  [['playlist.created'], ['playlist.deleted']],
  [['campaign.created'], ['campaign.deleted']],
  [['campaign.started'], ['campaign.withdrawn']],
] as const;

function assertTurns(told: readonly Change[], first: readonly string[], then: readonly string[]): void {
  const isThere = new Map<string, boolean>();
  for (const { type, data } of told) {
    const [id] = Object.values(data);
    if (![...first, ...then].includes(type)) continue;
    assert.equal(isThere.get(String(id)) ?? false, then.includes(type), `${type} of ${id} is out of turn`);
    isThere.set(String(id), first.includes(type));
  }
}

async function readOldest(get: Get): Promise<Change[]> {
  const items: Change[] = [];
  for (let cursor = 'oldest'; cursor !== '';) {
    const page: { items: Change[]; nextCursor: string; more: boolean } = Object(
      (await get(`/changes?limit=200&cursor=${cursor}`)).body,
    );
    items.push(...page.items);
    cursor = page.more ? page.nextCursor : '';
  }
  return items;
}
