// What people of the seeded merchant have made in the console: content of several revisions, published and worked on since.
import assert from 'node:assert/strict';
import { exampleId } from '../../../tests/harness/archive-fixture.js';
import type { ConsoleAnswer, Json, TestPerson } from '../../../tests/harness/console.js';
import { publish, wanted } from '../../../tests/harness/studio.js';

export async function seedStudio(person: TestPerson): Promise<void> {
  const page = { id: exampleId('page', 0), name: 'Menu', url: 'https://example.com/menu' };
  good(await person.post('/media/pages', page));
  const landscapePlaylistId = exampleId('made', 0);
  const made = { id: landscapePlaylistId, name: 'Made', items: [wanted(page, 20)] };
  const { revision } = good(await person.post('/playlists', made));
  good(await person.patch(`/playlists/${landscapePlaylistId}`, { revision, name: 'Made anew' }));
  for (const name of ['Published', 'Worked on', 'Withdrawn', 'Archived']) {
    const lineageId = exampleId(name, 0);
    good(await person.post('/campaigns', { lineageId, name, landscapePlaylistId, tags: ['Summer'] }));
    const change = async (path: string): Promise<Json> =>
      good(await person.post(`/campaigns/${lineageId}/${path}`, { revision: await revisionOf(person, lineageId) }));
    if (name === 'Archived') {
      await change('archive');
      continue;
    }
    good(await publish(person, lineageId));
    if (name === 'Withdrawn') await change('withdraw');
    if (name === 'Worked on') {
      const flight = { start: '2026-12-01', end: null };
      good(await person.patch(`/campaigns/${lineageId}`, { revision: await revisionOf(person, lineageId), flight }));
    }
  }
}

const revisionOf = async (person: TestPerson, lineageId: string): Promise<unknown> =>
  good(await person.get(`/campaigns/${lineageId}`))['revision'];

function good({ status, text, json }: ConsoleAnswer): Json {
  assert.equal(status, 200, text);
  return json;
}
