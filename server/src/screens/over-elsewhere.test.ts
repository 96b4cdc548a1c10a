import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { aCampaign, anImage, aPublished } from '../../../tests/harness/content.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { newStudio } from '../../../tests/harness/studio.js';

const service = useService();

const aLive = (items: readonly { id: string }[]) => {
  const played = items.map(({ id }) => ({ mediaId: id, type: 'image', durationSeconds: 10 }));
  const content = { landscape: { playlistId: null, items: played }, portrait: null };
  const flight = { start: null, end: '2026-06-14' };
  return aCampaign({ name: 'Spring', liveVersion: 1, versions: [aPublished({ flight, content })] });
};

// The merchant's day is over at 22:00 in UTC, that of New York at 04:00.
test('what ended where the merchant is, and not yet on a screen in another time zone, is neither archived, deleted nor replaced there', async () => {
  const [one, many, old, by] = ['One', 'Many', 'Old', 'By'].map((name) => anImage({ name }));
  assert.ok(one && many && old && by);
  const campaign = aLive([one, many, old]);
  service.clock.set('2026-06-14T22:05:00.000Z');
  const { shop, ada } = await newStudio(service, { media: [one, many, old, by], campaigns: [campaign] });
  await newScreen(service, shop.id);
  const screen = await newScreen(service, shop.id, { timeZone: 'America/New_York' });
  const path = `/campaigns/${campaign.lineageId}`;
  assert.equal((await ada.get(path)).json['status'], 'ended');
  const playing = async () => (Object((await screen.get('/program')).body) as { media: { id: string }[] }).media.length;
  assert.equal(await playing(), 3);

  const kept = await ada.post(`${path}/archive`, { revision: 1 });
  const message = 'Screens in another time zone still play the campaign. Withdraw it first.';
  assert.deepEqual([kept.status, kept.body], [409, { error: 'conflict', message }]);
  assert.equal((await ada.remove(`/media/${one.id}`)).status, 409);
  const deleteMany = () => ada.post('/media/delete', { ids: [many.id], actionId: randomUUID() });
  const refused = [{ id: many.id, name: 'Many', campaigns: ['Spring'] }];
  assert.deepEqual((await deleteMany()).body, { deleted: [], refused });
  const replaced = (await ada.post(`/media/${old.id}/replace`, { by: by.id })).json;
  assert.deepEqual(replaced['playedIn'], [{ lineageId: campaign.lineageId, name: 'Spring', status: 'ended' }]);
  assert.equal(await playing(), 3);

  service.clock.set('2026-06-15T04:00:00.000Z');
  assert.deepEqual((await deleteMany()).body, { deleted: [many.id], refused: [] });
  assert.equal((await ada.remove(`/media/${one.id}`)).status, 200);
  assert.deepEqual((await ada.post(`/media/${old.id}/replace`, { by: by.id })).json['playedIn'], []);
  assert.equal((await ada.post(`${path}/archive`, { revision: 1 })).status, 200);
});
