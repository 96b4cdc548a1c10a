// The built server with its own database and store in a temporary folder, merchants in it, people signed in.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';
import { inFolder, SERVER, startServer } from '../processes.mjs';
import { signIn } from './caller.mjs';
import { newClient } from './client.mjs';
import { FOLLOWERS_PER_TOKEN } from './followers.mjs';
import { newShop } from './shop.mjs';

const CONNECTIONS = 200;
const UNLIMITED = 1_000_000;

export const withSite = ({ merchants, followers, overload }, work) =>
  inFolder(undefined, async (dataDir, keep) => {
    const server = keep(await serve(dataDir, overload));
    const base = `http://127.0.0.1:${server.port}`;
    const admin = `http://127.0.0.1:${server.adminPort}`;
    const client = newClient({ connections: CONNECTIONS });
    keep({ stop: client.close });
    const shops = Array.from({ length: merchants }, (_, at) => newShop(at));
    for (const shop of shops) await open(shop, { dataDir, client, base });
    const followed = [];
    while (followersOf(followed) < followers) {
      const shop = newShop(merchants + followed.length);
      await open(shop, { dataDir, client, base });
      followed.push(shop);
    }
    return work({ base, admin, client, shops, followed, pid: server.pid, logFile: join(dataDir, 'service.log') });
  });

const followersOf = (shops) => shops.reduce((sum, { secrets }) => sum + secrets.length * FOLLOWERS_PER_TOKEN, 0);

// The contract's limits, exactly; under overload they would answer before the server has anything to carry.
const serve = (dataDir, isUnlimited) =>
  startServer('service', {
    dataDir,
    env: {
      LOG_LEVEL: 'warn',
      READS_PER_MINUTE: String(isUnlimited ? UNLIMITED : READS_PER_MINUTE_MAX),
      WRITES_PER_MINUTE: String(isUnlimited ? UNLIMITED : WRITES_PER_MINUTE_MAX),
      MAX_TAGS_PER_MEDIA: '50',
    },
  });

async function open(shop, { dataDir, client, base }) {
  const file = join(dataDir, `${shop.id}.json`);
  await writeFile(file, JSON.stringify(shop.archive));
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [SERVER, 'import', file], { env });
  delete shop.archive;
  shop.cookie = await signIn(client, base, shop);
}
