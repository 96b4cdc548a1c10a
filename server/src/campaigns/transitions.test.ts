// Every way that a campaign can go, from everything that it can be, always by two people at once.
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { activityOf, type ConsoleAnswer, type TestPerson } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aVersion, anImage } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, changedMeanwhile, newStudio, statusesOf, type Studio } from '../../../tests/harness/studio.js';

const service = useService();

const image = anImage();
const playlist = aPlaylist({ items: [archived(image)] });
const named = { landscapePlaylistId: playlist.id };
const flown = (start: string | null, end: string | null) => aPublished({ ...named, flight: { start, end } });
const next = aVersion({ version: 2, ...named });

const STANDS = {
  draft: { versions: [aVersion(named)] },
  upcoming: { liveVersion: 1, versions: [flown('2026-07-01', null)] },
  running: { liveVersion: 1, versions: [flown(null, null)] },
  ended: { liveVersion: 1, versions: [flown(null, '2026-06-01')] },
  withdrawn: { versions: [flown(null, null)] },
  'running, with a draft': { liveVersion: 1, versions: [flown(null, null), next] },
  'withdrawn, with a draft': { versions: [flown(null, null), next] },
  'archived draft': { archived: true, versions: [aVersion(named)] },
  'archived, published once, with a draft': { archived: true, versions: [flown(null, null), next] },
};

const RESTORE_FIRST = 'The campaign is archived. Restore it first.';
const NOT_LIVE = 'Nothing of this campaign is live.';
const NOT_ARCHIVED = 'The campaign is not archived.';
const ARCHIVED = 'The campaign is archived already.';
const NO_DRAFT = 'There is nothing to discard: the newest version was published.';
const ONLY_VERSION = 'This is its only version. Delete the campaign instead.';
const PUBLISHED_ONCE = 'The campaign was published once. Archive it instead.';
const playing = (status: string) => `The campaign is ${status}. Withdraw it first.`;

const WAYS = ['edit', 'publish', 'withdraw', 'archive', 'restore', 'discard', 'delete'] as const;
type Way = (typeof WAYS)[number];

// What comes of it: a status, or the words of a refusal.
const OUTCOMES: Record<keyof typeof STANDS, readonly [string, string, string, string, string, string, string]> = {
  draft: ['draft', 'running', NOT_LIVE, 'draft', NOT_ARCHIVED, ONLY_VERSION, 'gone'],
  upcoming: ['upcoming', 'upcoming', 'withdrawn', playing('upcoming'), NOT_ARCHIVED, NO_DRAFT, PUBLISHED_ONCE],
  running: ['running', 'running', 'withdrawn', playing('running'), NOT_ARCHIVED, NO_DRAFT, PUBLISHED_ONCE],
  ended: [
    'ended',
    'Its time is over: it ended 1 June 2026.',
    'withdrawn',
    'ended',
    NOT_ARCHIVED,
    NO_DRAFT,
    PUBLISHED_ONCE,
  ],
  withdrawn: ['withdrawn', 'running', NOT_LIVE, 'withdrawn', NOT_ARCHIVED, NO_DRAFT, PUBLISHED_ONCE],
  'running, with a draft': [
    'running',
    'running',
    'withdrawn',
    playing('running'),
    NOT_ARCHIVED,
    'running',
    PUBLISHED_ONCE,
  ],
  'withdrawn, with a draft': ['withdrawn', 'running', NOT_LIVE, 'withdrawn', NOT_ARCHIVED, 'withdrawn', PUBLISHED_ONCE],
  'archived draft': [RESTORE_FIRST, RESTORE_FIRST, RESTORE_FIRST, ARCHIVED, 'draft', RESTORE_FIRST, 'gone'],
  'archived, published once, with a draft': [
    RESTORE_FIRST,
    RESTORE_FIRST,
    RESTORE_FIRST,
    ARCHIVED,
    'withdrawn',
    RESTORE_FIRST,
    PUBLISHED_ONCE,
  ],
};

const KINDS: Record<Way, string> = {
  edit: 'campaign.changed',
  publish: 'campaign.published',
  withdraw: 'campaign.withdrawn',
  archive: 'campaign.archived',
  restore: 'campaign.restored',
  discard: 'campaign.draft_discarded',
  delete: 'campaign.deleted',
};

type Request = (person: TestPerson) => Promise<ConsoleAnswer>;

async function toRequest(ada: TestPerson, way: Way, path: string): Promise<Request> {
  if (way === 'edit') return (person) => person.patch(path, { revision: 1, name: 'Changed' });
  if (way === 'delete') return (person) => person.remove(path);
  const { contentHash } = way === 'publish' ? (await ada.get(`${path}/publish`)).json : {};
  return (person) => person.post(`${path}/${way}`, { revision: 1, ...(way === 'publish' && { contentHash }) });
}

async function newStand(stand: keyof typeof STANDS): Promise<Studio & { path: string; changedAt: string }> {
  const campaign = aCampaign(STANDS[stand]);
  const studio = await newStudio(service, { media: [image], playlists: [playlist], campaigns: [campaign] });
  return { ...studio, path: `/campaigns/${campaign.lineageId}`, changedAt: campaign.changedAt };
}

const cases = Object.entries(OUTCOMES).flatMap(([stand, outcomes]) =>
  WAYS.map((way, at) => ({ stand: asStand(stand), way, outcome: outcomes[at] ?? '' })),
);
function asStand(stand: string): keyof typeof STANDS {
  return stand as keyof typeof STANDS;
}
const isRefusal = (outcome: string): boolean => outcome.endsWith('.');

describe('refused, with words, and nothing is changed', () => {
  test.each(cases.filter(({ outcome }) => isRefusal(outcome)))('$stand: $way', async ({ stand, way, outcome }) => {
    const { shop, ada, bob, path } = await newStand(stand);
    const before = (await ada.get(path)).body;
    const request = await toRequest(ada, way, path);
    const isOver = outcome.startsWith('Its time is over');
    const body = { error: isOver ? 'unprocessable' : 'conflict', message: outcome, ...(isOver && { code: 'invalid' }) };
    for (const answer of await Promise.all([request(ada), request(bob)])) {
      assert.deepEqual([answer.status, answer.body], [isOver ? 422 : 409, body]);
    }
    assert.deepEqual((await ada.get(path)).body, before);
    assert.deepEqual(await activityOf(service, shop.id), []);
  });
});

describe('of two at once exactly one does it', () => {
  const done = cases.filter(({ outcome }) => !isRefusal(outcome) && outcome !== 'gone');
  test.each(done)('$stand: $way makes it $outcome', async ({ stand, way, outcome }) => {
    const { shop, ada, bob, path, changedAt } = await newStand(stand);
    const request = await toRequest(ada, way, path);
    const answers = await Promise.all([request(ada), request(bob)]);
    assert.deepEqual(statusesOf(answers), [200, 409]);
    assert.deepEqual(answers.find(({ status }) => status === 409)?.body, changedMeanwhile('campaign'));
    const { json } = await ada.get(path);
    assert.deepEqual(answers.find(({ status }) => status === 200)?.body, json);
    assert.deepEqual([json['status'], json['archived'], json['revision']], [outcome, way === 'archive', 2]);
    // Hiding and showing is no change (decisions, Campaigns and playlists).
    assert.equal(json['changedAt'], way === 'archive' || way === 'restore' ? changedAt : NOW);
    assert.equal(Object((await shop.get(path)).body).status, outcome);
    const listed = Object((await shop.get('/campaigns')).body).items;
    assert.equal(listed.length, way === 'archive' ? 0 : 1);
    const kinds = (await activityOf(service, shop.id)).map((row) => Object(row)[0]);
    assert.deepEqual(kinds, [KINDS[way]]);
  });

  test.each(cases.filter(({ outcome }) => outcome === 'gone'))('$stand: $way', async ({ stand, way }) => {
    const { shop, ada, bob, path } = await newStand(stand);
    const request = await toRequest(ada, way, path);
    assert.deepEqual(statusesOf(await Promise.all([request(ada), request(bob)])), [200, 404]);
    assert.equal((await ada.get(path)).status, 404);
    assert.equal((await shop.get(path)).status, 404);
    const kinds = (await activityOf(service, shop.id)).map((row) => Object(row)[0]);
    assert.deepEqual(kinds, ['campaign.deleted']);
  });
});
