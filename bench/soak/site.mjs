// The built server with its own database and store in a temporary folder, merchants in it, people signed in.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';
import { freePort, startServer } from '../processes.mjs';
import { signIn } from './caller.mjs';
import { newClient } from './client.mjs';
import { newShop } from './shop.mjs';

const PROGRAM = join(import.meta.dirname, '..', '..', 'server', 'bin', 'vitrine-server.js');
const CONNECTIONS = 200;
const UNLIMITED = 1_000_000;

export async function withSite({ merchants, overload }, work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-soak-'));
  await chmod(dataDir, 0o755);
  const undo = [() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })];
  let down;
  const takeDown = () => (down ??= undoAll(undo));
  // Cut off, it still leaves nothing behind.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void takeDown().finally(() => process.exit(1)));
  try {
    const server = await serve(dataDir, overload);
    undo.push(server.stop);
    const base = `http://127.0.0.1:${server.port}`;
    const admin = `http://127.0.0.1:${server.adminPort}`;
    const client = newClient({ connections: CONNECTIONS });
    undo.push(client.close);
    const shops = Array.from({ length: merchants }, (_, at) => newShop(at));
    for (const shop of shops) await open(shop, { dataDir, client, base });
    return await work({ base, admin, client, shops, pid: server.pid, log: join(dataDir, 'service.log') });
  } finally {
    await takeDown();
  }
}

async function undoAll(undo) {
  for (const step of undo.reverse()) await step();
}

// The contract's limits, exactly; under overload they would answer before the server has anything to carry.
const serve = async (dataDir, isUnlimited) =>
  startServer('service', {
    dataDir,
    port: await freePort(),
    storagePort: await freePort(),
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
  await promisify(execFile)(process.execPath, [PROGRAM, 'import', file], { env });
  delete shop.archive;
  shop.cookie = await signIn(client, base, shop);
}
