import { join } from 'node:path';
import { systemClock } from '../../server/src/clock.js';
import { createDiskStore } from '../../server/src/storage/disk-store.js';
import { newFolder, removeFolder, startServe } from '../harness/command-line.js';
import { findFreePort } from '../harness/free-port.js';
import { killEverything } from '../harness/kill-everything.js';
import { PLENTY } from '../harness/operator.js';
import { openDatabaseOf } from '../harness/write-load.js';
import { newMerchant, type Target } from './target.js';

// The built server as a process of its own, with its embedded PostgreSQL (fsync on) and its disk store, which is killed
// and started again on the same folder.
export async function openProcess(): Promise<Target> {
  const folder = await newFolder();
  const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
  const settings = { DEMO: 'off', LOG_LEVEL: 'warn', ...PLENTY, ...ports };
  let served = await startServe(folder, settings);
  let db = await openDatabaseOf(folder);
  const signing = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  const store = await createDiskStore({ ...signing, clock: systemClock, directory: join(folder.dataDir, 'objects') });
  return {
    url: () => served.url,
    db: () => db,
    newMerchant: (quotaBytes) => newMerchant({ db, store, clock: systemClock }, quotaBytes),
    kill: async (what) => {
      if (what === 'everything') await killEverything(served, folder);
      else await served.end('SIGKILL');
      await db.close();
    },
    restart: async () => {
      served = await startServe(folder, settings);
      db = await openDatabaseOf(folder);
    },
    close: async () => {
      await db.close();
      await served.end('SIGTERM');
      await removeFolder(folder);
    },
  };
}
