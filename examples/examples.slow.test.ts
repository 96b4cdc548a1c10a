import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { aCampaign, anImage, aPublished } from '../tests/harness/content.js';
import { dropOldChanges } from '../server/src/changes/drop-old-changes.js';
import { parseMerchantId } from '../server/src/ids.js';
import { upload } from '../tests/harness/upload.js';
import { startService, type Service, type Shop } from '../tests/harness/service.js';

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-examples-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function run(shop: Shop, command: string, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, VITRINE_URL: service.url, VITRINE_TOKEN: shop.secret };
  return new Promise((resolve) => {
    const child = execFile(command, args, { env, cwd: import.meta.dirname }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const node = (shop: Shop, ...args: string[]) => run(shop, process.execPath, ...args);

test("shop-sync makes media of a shop's pictures, and a second run changes nothing", async () => {
  const shop = await service.newMerchant();
  const first = await node(shop, 'shop-sync/shop-sync.mjs');
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stdout.match(/^uploaded /gm)?.length, 3);
  const { body } = await shop.get('/media?q=croissant');
  const [media] = (body as { items: { name: string; width: number; tags: { name: string }[] }[] }).items;
  assert.deepEqual([media?.name, media?.width], ['Butter croissant', 320]);
  assert.deepEqual(
    media?.tags.map(({ name }) => name),
    ['Breakfast', 'Pastry', 'Shop'],
  );
  const second = await node(shop, 'shop-sync/shop-sync.mjs');
  assert.equal(second.stdout.match(/^unchanged /gm)?.length, 3);
});

test('shop-sync goes on after a picture that is missing, and says so', async () => {
  const shop = await service.newMerchant();
  const catalogue = join(folder, 'catalogue.json');
  await writeFile(catalogue, JSON.stringify([{ sku: 'X-1', name: 'Ghost', categories: [], picture: 'none.png' }]));
  const { code, stderr } = await node(shop, 'shop-sync/shop-sync.mjs', catalogue);
  assert.equal(code, 1);
  assert.match(stderr, /^X-1 Ghost: /);
});

test('report writes what plays now and for how long', async () => {
  const [door, evil] = [anImage({ name: 'Door, August' }), anImage({ name: '=1+1' })];
  const items = [
    { mediaId: door.id, type: 'image', durationSeconds: 30 },
    { mediaId: evil.id, type: 'image', durationSeconds: 10 },
  ];
  const landscape = { playlistId: null, items };
  const version = aPublished({ content: { landscape, portrait: { playlistId: null, items: items.slice(1) } } });
  const running = aCampaign({ name: 'Summer "2026"', liveVersion: 1, versions: [version] });
  const draft = aCampaign({ name: 'Draft' });
  const shop = await service.newMerchant({ media: [door, evil], campaigns: [running, draft] });
  const { code, stdout, stderr } = await node(shop, 'report/report.mjs');
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    [
      'campaign,screens,position,media,name,type,seconds,share',
      `"Summer ""2026""",landscape,1,${door.id},"Door, August",image,30,75.0 %`,
      `"Summer ""2026""",landscape,2,${evil.id},'=1+1,image,10,25.0 %`,
      `"Summer ""2026""",portrait,1,${evil.id},'=1+1,image,10,100.0 %`,
      '',
    ].join('\n'),
  );
});

test('mirror keeps a copy in step, goes on where it was, and begins anew when it was away for too long', async () => {
  const shop = await service.newMerchant();
  const file = join(folder, 'library.json');
  const mirror = async (): Promise<string> => {
    const { code, stdout, stderr } = await node(shop, 'mirror/mirror.mjs', file, '--once');
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const kept = async (): Promise<string[]> =>
    Object.values<{ name: string; tags: string[] }>(JSON.parse(await readFile(file, 'utf8')).media).map(
      ({ name, tags }) => `${name} ${tags.length}`,
    );
  const first = await upload(shop, 'first', { name: 'First' });
  assert.equal(await mirror(), 'read 1 items\n');
  const second = await upload(shop, 'second', { name: 'Second' });
  await shop.post(`/media/${first.id}/tags`, { add: ['Summer'] });
  assert.match(await mirror(), new RegExp(`^media.ready ${second.id}\ntag.created \\S+\nmedia.changed ${first.id}\n$`));
  assert.deepEqual(await kept(), ['First 1', 'Second 0']);
  const merchantIds = [parseMerchantId(shop.id)];
  await upload(shop, 'third', { name: 'Third' });
  await dropOldChanges({ db: service.db, clock: { now: () => service.clock.now() + 31 * 86_400_000 } }, merchantIds);
  assert.equal(await mirror(), 'read 3 items\n');
  assert.deepEqual((await kept()).toSorted(), ['First 1', 'Second 0', 'Third 0']);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(
  'python-upload uploads with the standard library, and a second run finds it there',
  async () => {
    const shop = await service.newMerchant();
    const picture = join('shop-sync', 'pictures', 'sourdough.png');
    const first = await run(shop, 'python3', 'python-upload/upload.py', picture, '--tag', 'Bread', 'none.png');
    assert.equal(first.code, 1);
    assert.match(first.stdout, /^uploaded {2}[0-9a-f-]{36} {2}shop-sync/);
    assert.match(first.stderr, /^failed {2}none\.png: /);
    const { body } = await shop.get('/media?q=sourdough');
    assert.deepEqual(
      (body as { items: { tags: { name: string }[] }[] }).items[0]?.tags.map(({ name }) => name),
      ['Bread'],
    );
    assert.match((await run(shop, 'python3', 'python-upload/upload.py', picture)).stdout, /^duplicate /);
  },
);
