import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aCampaign, aPlaylist, aVersion, anImage } from '../../../tests/harness/content.js';
import { useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, publish } from '../../../tests/harness/studio.js';

const service = useService();

// Paris: on 2026-03-29 clocks go from 02:00 to 03:00, which is 01:00 in UTC. The day has 23 hours.
test('the clock moves over start and end on the day that clocks go forward: the status follows, the campaign stays', async () => {
  const image = anImage();
  const playlist = aPlaylist({ items: [archived(image)] });
  const flight = { start: '2026-03-29T02:30', end: '2026-03-29' };
  const campaign = aCampaign({ versions: [aVersion({ landscapePlaylistId: playlist.id, flight })] });
  const { shop, ada } = await newStudio(service, { media: [image], playlists: [playlist], campaigns: [campaign] });
  service.clock.set('2026-03-28T12:00:00.000Z');
  const path = `/campaigns/${campaign.lineageId}`;
  const published = await publish(ada, campaign.lineageId);
  assert.equal(published.json['status'], 'upcoming');
  for (const [moment, status] of [
    ['2026-03-29T00:59:59.999Z', 'upcoming'],
    ['2026-03-29T01:00:00.000Z', 'running'],
    ['2026-03-29T21:59:59.999Z', 'running'],
  ] as const) {
    service.clock.set(moment);
    const shown = (await ada.get(path)).json;
    assert.deepEqual(
      [shown['status'], shown['revision'], shown['changedAt']],
      [status, 2, published.json['changedAt']],
    );
    assert.equal(Object((await shop.get(path)).body).status, status);
    assert.deepEqual(
      itemsOf(await ada.get('/campaigns')).map((item) => item['status']),
      [status],
    );
    assert.deepEqual(Object((await ada.get(`/playlists/${playlist.id}`)).body).usedIn, [
      {
        lineageId: campaign.lineageId,
        name: 'Spring',
        status,
        isOn: status === 'running',
        changesNotPublished: false,
      },
    ]);
    const refused = await ada.post(`${path}/archive`, { revision: 2 });
    const message = `The campaign is ${status}. Withdraw it first.`;
    assert.deepEqual([refused.status, refused.body], [409, { error: 'conflict', message }]);
  }
  service.clock.set('2026-03-29T22:00:00.000Z');
  const preview = (await ada.get(`${path}/publish`)).json;
  assert.deepEqual(preview['problems'], ['Its time is over: it ended 29 March 2026.']);
  const hidden = await ada.post(`${path}/archive`, { revision: 2 });
  assert.deepEqual([hidden.status, hidden.json['status'], hidden.json['archived']], [200, 'ended', true]);
  assert.deepEqual(itemsOf(await ada.get('/campaigns')), []);
  assert.deepEqual(
    itemsOf(await ada.get('/campaigns?archived=true')).map((item) => item['status']),
    ['ended'],
  );
});
