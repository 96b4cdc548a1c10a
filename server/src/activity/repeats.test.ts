import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newAccount } from '../../../tests/harness/account.js';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { aPlaylist } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { newStudio, statusesOf } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import { sql } from '../db/sql.js';

const service = useService();

const renamed = (playlistId: string, from: string, to: string, attempts?: number) => [
  'playlist.changed',
  'Ada Staff',
  { playlistId, name: to, changes: { name: { from, to } }, ...(attempts !== undefined && { attempts }) },
];

test('counts equal entries of one person within a minute in one row', async () => {
  const playlist = aPlaylist({ name: 'Door' });
  const { shop, ada, bob } = await newStudio(service, { playlists: [playlist] });
  let revision = 1;
  const rename = async (person: typeof ada, name: string): Promise<void> => {
    assert.equal((await person.patch(`/playlists/${playlist.id}`, { revision, name })).status, 200);
    revision += 1;
  };
  for (let count = 0; count < 3; count += 1) {
    await rename(ada, 'Window');
    await rename(ada, 'Door');
  }
  await rename(bob, 'Window');
  await rename(bob, 'Door');
  service.clock.advance(60_000);
  await rename(ada, 'Window');
  const { id } = playlist;
  const ofBob = (entry: unknown[]) => entry.with(1, 'Bob Admin');
  assert.deepEqual(await activityOf(service, shop.id), [
    renamed(id, 'Door', 'Window', 3),
    renamed(id, 'Window', 'Door', 3),
    ofBob(renamed(id, 'Door', 'Window')),
    ofBob(renamed(id, 'Window', 'Door')),
    renamed(id, 'Door', 'Window'),
  ]);
  const { text } = await bob.get('/activity.csv');
  assert.match(text, /Ada Staff,.*name: Door → Window · 3 times/);
});

test('counts two equal entries in one row when they are written at once', async () => {
  const shop = await service.newMerchant();
  const person = await newAccount(service, shop);
  const both = await service.db.transaction(async (db) => {
    await db.rows(sql`lock table activity in share mode`);
    const signIns = [person.signIn(), person.signIn()];
    const waiting = sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into activity%'`;
    await until(async () => (await service.db.rows(waiting)).length === 2);
    return signIns;
  });
  assert.deepEqual(statusesOf(await Promise.all(both)), [200, 200]);
  const entries = (await activityOf(service, shop.id)) as [string, string, { attempts?: number }][];
  assert.deepEqual(
    entries.map(([kind, , { attempts }]) => [kind, attempts]),
    [
      ['person.added', undefined],
      ['person.signed_in', 2],
    ],
  );
});

test('keeps every invitation as a row of its own', async () => {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  for (let count = 0; count < 2; count += 1) {
    const invited = await owner.post('/invitations', { email: 'new@example.com', role: 'staff' });
    assert.equal(invited.status, 200, invited.text);
  }
  const entries = (await activityOf(service, shop.id)) as unknown[][];
  assert.deepEqual(
    entries.map(([kind]) => kind),
    ['person.invited', 'person.invited'],
  );
});
