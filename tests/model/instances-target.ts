import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../server/src/clock.js';
import { createDiskStore } from '../../server/src/storage/disk-store.js';
import { newFolder, removeFolder, startServe, type Folder, type Served } from '../harness/command-line.js';
import { openTestDatabase } from '../harness/database.js';
import { PLENTY } from '../harness/operator.js';
import { toDatabaseUrl } from '../cli/commands/installation.js';
import { inTurns, newMerchant, type Target } from './target.js';

const INSTANCES = 3;

// The built server three times, as processes beside each other on one database and one folder of files. Requests go to each
// in turn. One of them is killed, or all; those that are left go on.
export async function openInstances(): Promise<Target> {
  const database = await openTestDatabase();
  const files = await newFolder();
  const settings = { DATABASE_URL: toDatabaseUrl(database), STORAGE_SECRET: 'x'.repeat(43), DEMO: 'off', ...PLENTY };
  const start = async (folder: Folder): Promise<Served> => startServe(folder, { ...settings, LOG_LEVEL: 'warn' });
  const folders: Folder[] = [];
  for (let one = 0; one < INSTANCES; one += 1) folders.push(await newFolderWith(files.dataDir));
  let served = await Promise.all(folders.map(start));
  let url = inTurns(served.map((one) => one.url));
  let isDead: readonly boolean[] = [];
  let turn = 0;
  const signing = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  const store = await createDiskStore({ ...signing, clock: systemClock, directory: join(files.dataDir, 'objects') });
  return {
    url: () => url(),
    db: () => database.db,
    newMerchant: (quotaBytes) => newMerchant({ db: database.db, store, clock: systemClock }, quotaBytes),
    kill: async (what) => {
      turn += 1;
      isDead = served.map((_, one) => what === 'everything' || one === turn % INSTANCES);
      await Promise.all(served.filter((_, one) => isDead[one]).map((one) => one.end('SIGKILL')));
    },
    restart: async () => {
      served = await Promise.all(served.map(async (one, at) => (isDead[at] ? start(folders[at] ?? files) : one)));
      url = inTurns(served.map((one) => one.url));
    },
    close: async () => {
      await Promise.all(served.map((one) => one.end('SIGTERM')));
      for (const folder of [...folders, files]) await removeFolder(folder);
      await database.close();
    },
  };
}

async function newFolderWith(dataDir: string): Promise<Folder> {
  const folder = await newFolder();
  await mkdir(join(dataDir, 'objects'), { recursive: true });
  await mkdir(folder.dataDir);
  await symlink(join(dataDir, 'objects'), join(folder.dataDir, 'objects'));
  return folder;
}
