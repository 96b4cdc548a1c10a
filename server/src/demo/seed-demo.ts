import { randomUUID } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, syncFolder, writeNewFile } from '@vitrine/disk-s3';
import { importArchive, type ImportDeps } from '../archive/import-archive.js';
import { requireFree } from '../archive/require-free.js';
import type { Db, Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import { hashSecret, newScreenSecret } from '../identity/token-secret.js';
import { parseMerchantId, parseScreenId, type MerchantId } from '../ids.js';
import { hasMerchants } from '../merchants/queries.js';
import { insertScreen } from '../screens/queries.js';
import { readDemo, type Demo } from './read-demo.js';

type Deps = ImportDeps & { readonly dataDir: string };

// What a newcomer needs to look around. Kept beside the demo data with mode 0600, so that each start can show it.
export type DemoAccess = {
  readonly merchantId: string;
  readonly email: string;
  readonly password: string;
  readonly readToken: string;
  readonly writeToken: string;
  // Keys of its two screens.
  readonly screenKeys: readonly string[];
};

const DEMO_LOCK = 7_160_002;

// Seeds when there is no merchant yet, or when that was cut off; several instances that start at once seed once.
export const seedDemo = (deps: Deps, onSeed: () => void): Promise<void> =>
  oneAtATime(deps.db, async (db) => {
    if ((await hasMerchants(db)) && !(await isUnfinished(deps.dataDir))) return;
    onSeed();
    await makeDemo(deps);
  });

export const addDemo = (deps: Deps): Promise<DemoAccess> => oneAtATime(deps.db, () => makeDemo(deps));

const oneAtATime = <Made>(db: Db, make: (db: Queryable) => Promise<Made>): Promise<Made> =>
  db.transaction(async (db) => {
    await db.rows(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    return make(db);
  });

// Each merchant is committed by itself, and the secrets of them are here alone: cut off in between, nobody could sign in to
// what is there. A mark says that what has the ids of the demo is of an attempt, and the next one takes its place.
async function makeDemo(deps: Deps): Promise<DemoAccess> {
  const { merchants, signIn, readToken, writeToken } = await readDemo(deps.clock.now());
  if (!(await isUnfinished(deps.dataDir))) {
    await requireAllFree(deps.db, merchants);
    await keep(deps.dataDir, UNFINISHED);
  }
  for (const { archive, folder } of merchants) await importArchive(deps, archive, { folder, replace: true });
  const { id: merchantId } = merchants[0].archive.merchant;
  const screenKeys = await hangScreens(deps, parseMerchantId(merchantId));
  const access = { merchantId, ...signIn, readToken, writeToken, screenKeys };
  await keep(deps.dataDir, access);
  return access;
}

// Before the mark: a demo that somebody works with is not replaced.
async function requireAllFree(db: Db, merchants: Demo['merchants']): Promise<void> {
  for (const { archive } of merchants)
    await requireFree(db, parseMerchantId(archive.merchant.id), { archive, replace: false, joinPeople: false });
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
  const kept = await readKept(dataDir);
  return kept === undefined || 'isUnfinished' in kept ? undefined : kept;
}

const UNFINISHED = { isUnfinished: true } as const;

async function isUnfinished(dataDir: string): Promise<boolean> {
  const kept = await readKept(dataDir);
  return kept !== undefined && 'isUnfinished' in kept;
}

type Kept = DemoAccess | typeof UNFINISHED;

async function readKept(dataDir: string): Promise<Kept | undefined> {
  const text = await readFile(accessFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}

// Under its name only when whole, also after a power cut.
async function keep(dataDir: string, kept: Kept): Promise<void> {
  await createFolder(dataDir);
  const draft = `${accessFile(dataDir)}.part`;
  await rm(draft, { force: true }); // of one that was cut off
  await writeNewFile(draft, `${JSON.stringify(kept, null, 2)}\n`);
  await rename(draft, accessFile(dataDir));
  await syncFolder(dataDir);
}

const accessFile = (dataDir: string): string => join(dataDir, 'demo.json');
