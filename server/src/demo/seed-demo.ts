import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importArchive, type ImportDeps } from '../archive/import-archive.js';
import { sql } from '../db/sql.js';
import { hasMerchants } from '../merchants/queries.js';
import { readDemo } from './read-demo.js';

type Deps = ImportDeps & { readonly dataDir: string };

// What a newcomer needs to look around. Kept beside the demo data with mode 0600, so that each start can show it.
export type DemoAccess = {
  readonly merchantId: string;
  readonly email: string;
  readonly password: string;
  readonly readToken: string;
  readonly writeToken: string;
};

const DEMO_LOCK = 7_160_002;

// Seeds when there is no merchant yet; several instances that start at once seed once.
export async function seedDemo(deps: Deps, onSeed: () => void): Promise<void> {
  return deps.db.transaction(async (db) => {
    await db.rows(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    if (await hasMerchants(db)) return;
    onSeed();
    await addDemo(deps);
  });
}

export async function addDemo(deps: Deps): Promise<DemoAccess> {
  const { merchants, signIn, readToken, writeToken } = await readDemo(deps.clock.now());
  for (const { archive, folder } of merchants) await importArchive(deps, archive, { folder });
  const access = { merchantId: merchants[0].archive.merchant.id, ...signIn, readToken, writeToken };
  await mkdir(deps.dataDir, { recursive: true });
  await writeFile(accessFile(deps.dataDir), `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  return access;
}

export async function findDemoAccess(dataDir: string): Promise<DemoAccess | undefined> {
  const text = await readFile(accessFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DemoAccess);
}

const accessFile = (dataDir: string): string => join(dataDir, 'demo.json');
