import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { newStage } from '../../../tests/harness/endpoint-cases.js';
import { activityOf } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

describe('the settings of a merchant', () => {
  test('are told with storage and plan', async () => {
    const { shop, staff } = await newStage(service);
    assert.deepEqual((await staff.get('/merchant')).body, {
      id: shop.id,
      name: 'Corner Bakery',
      timeZone: 'Europe/Paris',
      defaultItemSeconds: 10,
      defaultPlaylistId: null,
      screens: { codecs: ['h264', 'vp9'], maxWidth: 3840, maxHeight: 2160 },
      // The pictures of the stage, one of them in the trash, and an upload that it awaits.
      storage: { usedBytes: 28, trashBytes: 10, reservedBytes: 36, quotaBytes: 10 * 1024 ** 3 },
      plan: { name: 'pro', endsAt: null, allowsWrites: true, screensMax: null },
      suspended: false,
      requiresSecondFactor: false,
    });
  });

  test('change where they are given and stay where they are not', async () => {
    const { shop, admin } = await newStage(service);
    const before = (await admin.get('/merchant')).json;
    const screens = { codecs: ['h264'], maxWidth: 1920, maxHeight: 1080 };
    const answer = await admin.patch('/merchant', { name: ' Corner Café ', timeZone: 'America/New_York', screens });
    const after = { ...before, name: 'Corner Café', timeZone: 'America/New_York', screens };
    assert.deepEqual(answer.body, after);
    assert.deepEqual((await admin.patch('/merchant', { defaultItemSeconds: 7.5 })).body, {
      ...after,
      defaultItemSeconds: 7.5,
    });
    assert.equal((await admin.patch('/merchant', { screens })).status, 200);
    const changes = await activityOf(service, shop.id);
    assert.deepEqual(changes.slice(1), [
      [
        'merchant.changed',
        'Adam Admin',
        {
          name: { from: 'Corner Bakery', to: 'Corner Café' },
          timeZone: { from: 'Europe/Paris', to: 'America/New_York' },
          screens: { from: before['screens'], to: screens },
        },
      ],
      ['merchant.changed', 'Adam Admin', { defaultItemSeconds: { from: 10, to: 7.5 } }],
    ]);
  });

  test('are refused where they make no sense; plan, storage and suspension are the operator’s', async () => {
    const { owner } = await newStage(service);
    const screens = { codecs: ['h264'], maxWidth: 1920, maxHeight: 1080 };
    for (const [status, body] of [
      [400, {}],
      [400, { name: ' ' }],
      [400, { name: null }],
      [422, { timeZone: 'Mars/Olympus' }],
      [422, { timeZone: '+02:00' }],
      [400, { defaultItemSeconds: 0 }],
      [400, { defaultItemSeconds: 86_401 }],
      [400, { screens: { ...screens, maxWidth: 0 } }],
      [400, { screens: { codecs: ['h264'] } }],
      [400, { screens: { ...screens, codecs: ['\u0000'] } }],
      [400, { plan: { name: 'gold' } }],
      [400, { storage: { quotaBytes: 1 } }],
      [400, { suspended: false }],
      [400, { id: '00000000-0000-4000-8000-000000000000' }],
    ] as const) {
      assert.equal((await owner.patch('/merchant', body)).status, status, JSON.stringify(body));
    }
  });
});
