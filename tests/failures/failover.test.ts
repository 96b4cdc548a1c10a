import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { newFolder, removeFolder, startServe, type Served } from '../harness/command-line.js';
import {
  asked,
  assertStored,
  newShop,
  newUpload,
  timed,
  untilOk,
  uploadOver,
  type Upload,
} from '../harness/operator.js';
import { startReplica, startTcpPostgres } from '../harness/tcp-postgres.js';
import { QUICK_MS, RECONNECT_MS, startBeside, startFailingSite, tell, test, type FailingSite } from './failing-site.js';

let site: FailingSite;
beforeAll(async () => {
  site = await startFailingSite();
});
afterAll(() => site.close());

test('failover to a replica: with synchronous replication every finalized upload is there after kill -9 of the primary', async () => {
  const primary = await startTcpPostgres();
  onTestFinished(() => primary.remove());
  const replica = await startReplica(primary, 'standby');
  onTestFinished(() => replica.remove());
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query('select pg_reload_conf()');
  const folder = await newFolder();
  onTestFinished(() => removeFolder(folder));
  const settings = { ...site.env, DATABASE_URL: `${primary.url(replica)}?target_session_attrs=read-write` };
  const owner = await newShop(folder, settings);
  const server = await startBeside(folder, settings);
  const load = keepUploading(server, owner.token);
  const { finalized } = load;
  while (finalized.length < 20) await sleep(20);
  await primary.end('SIGKILL');
  const before = finalized.length;
  const { status, ms } = await timed(server.url, owner.token, '/media');
  assert.ok(status === 500 && ms < RECONNECT_MS + QUICK_MS, `${status} after ${ms} ms`);
  await replica.promote();
  tell('promoted, first good answer', await untilOk(() => timed(server.url, owner.token, '/media')));
  while (finalized.length < before + 5) await sleep(20);
  assert.deepEqual(new Set(await load.stop()), new Set([200, 500]));
  for (const upload of finalized) await assertStored(server.url, owner.token, upload);
  const { storageUsedBytes } = await asked(folder, settings, 'merchant', 'show', owner.id);
  // What was committed and not acknowledged is there too: one an uploader at most.
  const unacknowledged = Number(storageUsedBytes) / UPLOAD_BYTES - finalized.length;
  assert.ok(unacknowledged >= 0 && unacknowledged <= UPLOADERS, `${unacknowledged}`);
});

const UPLOADERS = 3;
const UPLOAD_BYTES = 1_000;

function keepUploading({ url }: Served, token: string) {
  const finalized: Upload[] = [];
  const statuses: number[] = [];
  let isOver = false;
  const running = Array.from({ length: UPLOADERS }, async () => {
    while (!isOver) {
      const upload = newUpload(UPLOAD_BYTES);
      const status = await uploadOver(() => url, token, upload);
      statuses.push(status);
      if (status === 200) finalized.push(upload);
      else await sleep(10);
    }
  });
  return {
    finalized,
    async stop(): Promise<number[]> {
      isOver = true;
      await Promise.all(running);
      return statuses;
    },
  };
}

test('a standby alone is refused at the start with a sentence', async () => {
  const replica = await startReplica(site.postgres, 'alone');
  onTestFinished(() => replica.remove());
  const started = startServe(site.folder, { ...site.env, DATABASE_URL: replica.url() });
  await assert.rejects(started, /This PostgreSQL takes no writes\. Name the primary in DATABASE_URL/);
});
