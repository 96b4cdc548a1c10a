import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importArchive, type ImportDeps } from '../archive/import-archive.js';
import { sql } from '../db/sql.js';
import { hashSecret, newScreenSecret } from '../identity/token-secret.js';
import { parseMerchantId, parseScreenId, type MerchantId } from '../ids.js';
import { hasMerchants } from '../merchants/queries.js';
import { insertScreen } from '../screens/queries.js';
import { readDemo } from './read-demo.js';

type Deps = ImportDeps & { readonly dataDir: string };

// What a newcomer needs to look around. Kept beside the demo data with mode 0600, so that each start can show it.
export type DemoAccess = {
  readonly merchantId: string;
  readonly email: string;
  readonly password: string;
  readonly readToken: string;
  readonly writeToken: string;
  // Keys of its two screens; a demo of an older release has none.
  readonly screenKeys?: readonly string[];
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
  const { id: merchantId } = merchants[0].archive.merchant;
  const screenKeys = await hangScreens(deps, parseMerchantId(merchantId));
  const access = { merchantId, ...signIn, readToken, writeToken, screenKeys };
  await mkdir(deps.dataDir, { recursive: true });
  await writeFile(accessFile(deps.dataDir), `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  return access;
}

const SCREENS = [
  { name: 'Shop window', orientation: 'landscape' },
  { name: 'Behind the counter', orientation: 'portrait' },
] as const;

// Paired already: whoever opens a link of the banner has a screen without typing a code. No other screen is marked as one of
// the demo, and a browser takes no key of another from a link.
async function hangScreens({ db, clock }: Deps, merchantId: MerchantId): Promise<string[]> {
  const at = new Date(clock.now()).toISOString();
  const keys = [];
  for (const screen of SCREENS) {
    const key = newScreenSecret();
    const paired = { key_hash: hashSecret(key), is_demo: true, created_at: at, paired_at: at };
    await insertScreen(db, merchantId, { ...screen, id: newScreenId(), time_zone: null, tag_ids: [], ...paired });
    keys.push(key);
  }
  return keys;
}

const newScreenId = () => parseScreenId(randomUUID());

export async function findDemoAccess(dataDir: string): Promise<DemoAccess | undefined> {
  const text = await readFile(accessFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DemoAccess);
}

const accessFile = (dataDir: string): string => join(dataDir, 'demo.json');
