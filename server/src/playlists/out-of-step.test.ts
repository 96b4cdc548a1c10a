import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aVersion, aVideo, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, publish, wanted } from '../../../tests/harness/studio.js';
import { recordStatements } from '../../../tests/harness/run-everything.js';

const service = useService();

const [poster, door, cake] = [anImage({ name: 'Poster' }), aVideo({ name: 'Door' }), anImage({ name: 'Cake' })];

// Two campaigns that were just published, the second with a playlist of its own for portrait screens.
async function newPublished() {
  const wide = aPlaylist({ name: 'Wide', items: [archived(door), archived(poster, 4.25), archived(cake)] });
  const tall = aPlaylist({ name: 'Tall', items: [archived(poster, 7)] });
  const named = { landscapePlaylistId: wide.id };
  const one = aCampaign({ name: 'One', versions: [aVersion(named)] });
  const two = aCampaign({ name: 'Two', versions: [aVersion({ ...named, portraitPlaylistId: tall.id })] });
  const draft = aCampaign({ name: 'Draft', versions: [aVersion(named)] });
  const studio = await newStudio(service, {
    media: [poster, door, cake],
    playlists: [wide, tall],
    campaigns: [one, two, draft],
  });
  for (const { lineageId } of [one, two]) assert.equal((await publish(studio.ada, lineageId)).status, 200);
  const { ada } = studio;
  // Who is out of step, by every place that says so.
  const outOfStep = async () => {
    const listed = itemsOf(await ada.get('/campaigns')).filter((item) => item['contentChanged'] === true);
    const shown = [];
    for (const { lineageId } of [one, two, draft]) shown.push((await ada.get(`/campaigns/${lineageId}`)).json);
    const named = new Set<string>();
    for (const { usedIn } of itemsOf(await ada.get('/playlists')) as { usedIn?: Use[] }[])
      for (const { name, changesNotPublished } of usedIn ?? []) if (changesNotPublished) named.add(name);
    const [fromList, fromDetail, fromPlaylists] = [
      listed.map(({ name }) => String(name)).toSorted(byText),
      shown.filter((item) => item['contentChanged'] === true).map(({ name }) => name),
      [...named].toSorted(byText),
    ];
    assert.deepEqual([fromDetail, fromPlaylists], [fromList, fromList]);
    return fromList;
  };
  const setItems = async ({ id }: { id: string }, items: readonly object[]) => {
    const { revision } = (await ada.get(`/playlists/${id}`)).json;
    assert.equal((await ada.patch(`/playlists/${id}`, { revision, items })).status, 200);
  };
  return { ...studio, wide, tall, one, two, outOfStep, setItems };
}

const byText = (a: string, b: string): number => a.localeCompare(b);

type Use = { name: string; changesNotPublished: boolean };

test('a live campaign is out of step from the moment that a playlist of it plays something else, until it is published', async () => {
  const { ada, wide, tall, one, two, outOfStep, setItems } = await newPublished();
  assert.deepEqual(await outOfStep(), []);
  await setItems(tall, [wanted(poster, 8)]);
  assert.deepEqual(await outOfStep(), ['Two']);
  await setItems(tall, [wanted(poster, 7)]);
  assert.deepEqual(await outOfStep(), [], 'changed back');
  await setItems(wide, [wanted(door), wanted(cake), wanted(poster, 4.25)]);
  assert.deepEqual(await outOfStep(), ['One', 'Two'], 'another order');
  assert.equal((await publish(ada, one.lineageId)).json['contentChanged'], false);
  assert.deepEqual(await outOfStep(), ['Two']);
  await publish(ada, two.lineageId);
  await setItems(wide, []);
  assert.deepEqual(await outOfStep(), ['One', 'Two'], 'empty');
});

test('neither a name nor the same again is a change; the time that items have by default is one', async () => {
  const { ada, wide, shop, outOfStep, setItems } = await newPublished();
  await ada.patch(`/playlists/${wide.id}`, { revision: 1, name: 'Broad' });
  await setItems(wide, [wanted(door, 12.5), wanted(poster, 4.25), wanted(cake, 10)]);
  assert.deepEqual(await outOfStep(), [], 'the same times, said of each item');
  await setItems(wide, [wanted(door), wanted(poster, 4.25), wanted(cake)]);
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  assert.equal((await owner.patch('/merchant', { defaultItemSeconds: 12 })).status, 200);
  assert.deepEqual(await outOfStep(), ['One', 'Two']);
});

test('what it says is what publishing would do, also where a playlist was deleted', async () => {
  const { ada, tall, wide, two, outOfStep } = await newPublished();
  const canPublish = async () => (await ada.get(`/campaigns/${two.lineageId}/publish`)).json['canPublish'];
  assert.equal(await canPublish(), false);
  await ada.remove(`/playlists/${tall.id}`);
  assert.deepEqual([await outOfStep(), await canPublish()], [['Two'], true]);
  await ada.remove(`/playlists/${wide.id}`);
  assert.deepEqual([await outOfStep(), await canPublish()], [[], false]);
});

test('a list asks for it once, whatever the number of campaigns', async () => {
  const { ada, setItems, wide } = await newPublished();
  await setItems(wide, [wanted(cake)]);
  const sent = new Set<string>();
  const stop = recordStatements(sent);
  await ada.get('/campaigns');
  stop();
  assert.equal([...sent].filter((text) => text.includes('landscape_key')).length, 1);
  assert.equal([...sent].filter((text) => text.includes('playlist_items')).length, 1);
});
