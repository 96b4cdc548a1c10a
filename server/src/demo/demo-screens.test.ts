import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { newPairing, newScreen, screenCalls } from '../../../tests/harness/screens.js';
import { startService } from '../../../tests/harness/service.js';
import { addDemo, findDemoAccess } from './seed-demo.js';

test('the demo has two screens that play at once by their links, and no other key is taken for one of the demo', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-demo-'));
  const service = await startService();
  onTestFinished(async () => {
    await service.close();
    await rm(dataDir, { recursive: true });
  });
  const { merchantId, screenKeys } = await addDemo({ ...service, dataDir });
  assert.deepEqual((await findDemoAccess(dataDir))?.screenKeys, screenKeys);
  assert.equal((await stat(join(dataDir, 'demo.json'))).mode & 0o777, 0o600);
  assert.equal(screenKeys.length, 2);
  const seen = [];
  for (const key of screenKeys) {
    const screen = screenCalls(service.url, key);
    assert.deepEqual((await screen.get('/pairing')).body, { state: 'paired', isDemo: true });
    const { json } = await screen.get('/program');
    const { name, orientation } = Object(json['screen']);
    seen.push([name, orientation]);
    assert.ok(Object(json['campaigns']).length > 0);
    assert.ok(Object(json['media']).every(({ url }: { url: string }) => url !== ''));
  }
  assert.deepEqual(seen, [
    ['Shop window', 'landscape'],
    ['Behind the counter', 'portrait'],
  ]);
  // Neither a screen of a merchant nor a device that takes the place of the demo's is one of the demo.
  const own = await newScreen(service, merchantId);
  assert.equal((await own.get('/pairing')).json['isDemo'], false);
  const owner = await newPerson(service, { [merchantId]: 'owner' });
  const { items } = Object((await owner.get('/screens')).json);
  const { code, get } = await newPairing(service);
  await owner.post(`/screens/${items[0].id}/pair`, { code });
  assert.deepEqual((await get('/pairing')).body, { state: 'paired', isDemo: false });
});
