// For tests of what becomes of webhooks when processes end: built servers on one database, and a merchant who has a webhook.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_PATH } from '@vitrine/contract/endpoint';
import { systemClock } from '../../../server/src/clock.js';
import { parseMerchantId } from '../../../server/src/ids.js';
import { wakeSender } from '../../../server/src/webhooks/clock-queries.js';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import {
  newFolder,
  removeFolder,
  runCommand,
  startServe,
  type Folder,
  type Served,
} from '../../harness/command-line.js';
import { openTestDatabase } from '../../harness/database.js';
import { PLENTY } from '../../harness/operator.js';
import { post, send } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { newWebhook } from '../../harness/webhooks.js';
import { toDatabaseUrl } from '../commands/installation.js';

const MERCHANT = parseMerchantId(exampleId('merchant', 0));

export type Senders = Awaited<ReturnType<typeof newSenders>>;

export async function newSenders(count: number) {
  const database = await openTestDatabase();
  const { db } = database;
  const settings = {
    DATABASE_URL: toDatabaseUrl(database),
    STORAGE_SECRET: 'x'.repeat(43),
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...PLENTY,
  };
  const folders = await Promise.all(Array.from({ length: count }, newFolder));
  await importInto(folders[0] ?? Object(), settings);
  let served: readonly Served[] = [];
  for (const folder of folders) served = [...served, await startServe(folder, settings)];
  const some = (): Served => served[0] ?? Object();
  return {
    db,
    // The merchant's only webhook from now on; nobody is at another one any more.
    async newHook(port: number): Promise<{ readonly secret: string }> {
      await until(async () => !(await Promise.all(served.map(isSending))).includes(true));
      await db.rows({ text: 'delete from webhooks where merchant_id = $1', values: [MERCHANT] });
      const url = `http://127.0.0.1:${port}/hook`;
      const hook = await newWebhook({ db, clock: systemClock }, MERCHANT, {
        url,
        types: ['tag.created'],
        deliveryIds: [],
      });
      await wakeSender(db, MERCHANT, new Date().toISOString());
      return hook;
    },
    async tag(name: string): Promise<void> {
      const at = `${some().url}${API_PATH}/media/${exampleId('media', 0)}/tags`;
      assert.equal((await send(at, EXAMPLE_SECRETS.all, post({ add: [name] }))).status, 200);
    },
    // In the order of the feed.
    messages: () =>
      db.rows<{ id: string; state: string; attempts: number }>({
        text: 'select id, state, attempts from webhook_deliveries where merchant_id = $1 order by place',
        values: [MERCHANT],
      }),
    // The one that sends, which is no more among those that are asked; for a receiver that holds its answer.
    async takeSending(): Promise<Served> {
      let busy: Served[] = [];
      await until(async () => {
        const isBusy = await Promise.all(served.map(isSending));
        return (busy = served.filter((_, at) => isBusy[at])).length === 1;
      });
      served = served.filter((one) => !busy.includes(one));
      return busy[0] ?? Object();
    },
    async close(): Promise<void> {
      for (const folder of folders) await removeFolder(folder);
      await database.close();
    },
  };
}

async function importInto(folder: Folder, settings: Record<string, string>): Promise<void> {
  const archive = exampleArchive({ media: 1, campaigns: 0, tokensFrom: Date.now() });
  await writeFile(join(folder.path, 'archive.json'), JSON.stringify(archive));
  const { code, stderr } = await runCommand(folder, ['import', 'archive.json'], settings);
  assert.equal(code, 0, stderr);
}

async function isSending({ adminUrl }: Served): Promise<boolean> {
  const metrics = await fetch(`${adminUrl}/metrics`);
  return /^vitrine_webhooks_sending 1$/m.test(await metrics.text());
}
