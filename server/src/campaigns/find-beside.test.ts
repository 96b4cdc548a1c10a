import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aCampaign, aPublished, aTag, aVersion } from '../../../tests/harness/content.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { newStudio } from '../../../tests/harness/studio.js';

const service = useService();

test('a preview says beside which others a campaign would run: in some part of its flight, on screens that both reach', async () => {
  const [bread, cake] = [aTag('Bread'), aTag('Cake')];
  const live = (name: string, start: string | null, end: string | null, over: object = {}) =>
    aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start, end } })], ...over });
  const flight = { start: '2026-07-01', end: '2026-07-10T12:00' };
  const draft = aCampaign({ name: 'Draft', tagIds: [bread.id], versions: [aVersion({ flight })] });
  const campaigns = [
    draft,
    live('until its first day', null, '2026-07-01'),
    live('Until the minute', null, '2026-07-01T00:00'),
    live('From its end', '2026-07-10T12:00', null),
    live('from a minute before', '2026-07-10T11:59', null),
    live('Always', null, null),
    live('Cakes', null, null, { tagIds: [cake.id] }),
    live('Over', null, '2026-06-01'),
    live('Hidden', null, null, { archived: true }),
  ];
  const { ada, shop } = await newStudio(service, { tags: [bread, cake], campaigns });
  const beside = async () => {
    const { json } = await ada.get(`/campaigns/${draft.lineageId}/publish`);
    return Object(json['beside']).map(({ name }: { name: string }) => name);
  };
  const all = ['Always', 'Cakes', 'from a minute before', 'until its first day'];
  assert.deepEqual(await beside(), all);
  // One that plays bread alone meets what carries it, and nothing else here does.
  const own = await newScreen(service, shop.id, { tagIds: [bread.id] });
  assert.deepEqual(await beside(), []);
  await newScreen(service, shop.id, { tagIds: [bread.id, cake.id] });
  assert.deepEqual(await beside(), ['Cakes']);
  await newScreen(service, shop.id);
  assert.deepEqual(await beside(), all);
  assert.ok(own.id);
});
