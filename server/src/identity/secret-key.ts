// The installation's SECRET_KEY. The database holds a canary, a known text sealed with the key. A process whose key does not
// open the canary must not start or seal anything.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.js';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import { CommandError } from '../errors.js';
import { findOrMakeSecret, readKeptSecret } from '../kept-secret.js';
import { opensWith, sealSecret } from './sealed-secret.js';

type KeyConfig = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>;

export const SECRET_KEY_FILE = 'secret-key';
const fileOf = ({ dataDir }: KeyConfig): string => join(dataDir, SECRET_KEY_FILE);

/** The key from the settings, or with the embedded database from its file in DATA_DIR. */
export async function findSecretKey(config: KeyConfig): Promise<string | undefined> {
  if (config.secretKey !== undefined || config.databaseUrl !== undefined) return config.secretKey;
  return readKeptSecret(fileOf(config));
}

/** As findSecretKey, but makes the file of the embedded database when it is missing. */
export async function findOrMakeSecretKey(config: KeyConfig): Promise<string> {
  const key = await findSecretKey(config);
  if (key !== undefined) return key;
  if (config.databaseUrl === undefined) return findOrMakeSecret(fileOf(config));
  throw new CommandError('SECRET_KEY is not set. Set it, to the output of: openssl rand -base64 32');
}

/** Returns the key for a server. The first start makes the canary; a later start with another key is refused. */
export async function openSecretKey(db: Queryable, config: KeyConfig): Promise<string> {
  if ((await checkSecretKey(db, await findSecretKey(config))) === 'new')
    await insertCanary(db, await findOrMakeSecretKey(config));
  // Another server may have made the canary in the meantime, with another key.
  const key = await findSecretKey(config);
  const state = await checkSecretKey(db, key);
  if (state === 'matches' && key !== undefined) return key;
  throw new CommandError(state === 'missing' ? toMissing(config) : DIFFERS);
}

const WAYS_OUT =
  'If the old key is lost, run «vitrine-server secret-key replace»: it switches off webhooks and disables authenticator apps whose secrets cannot be read.';

export const DIFFERS = `SECRET_KEY is not the key that this database was sealed with. Set it to the old key. ${WAYS_OUT}`;

export const toMissing = (config: KeyConfig): string =>
  config.databaseUrl === undefined
    ? `The secret key of this database is missing. Restore the file ${fileOf(config)}, or set SECRET_KEY to the old key. ${WAYS_OUT}`
    : 'SECRET_KEY is not set. Set it to the key of this database, the same on every instance.';

/** `new`: nothing was sealed yet, so any key will do. */
export type SecretKeyState = 'matches' | 'differs' | 'missing' | 'new';

export async function checkSecretKey(db: Queryable, key: string | undefined): Promise<SecretKeyState> {
  const canary = await findCanary(db);
  if (canary === undefined) return 'new';
  if (key === undefined) return 'missing';
  return opensWith(key, OWNER, canary, 'canary') ? 'matches' : 'differs';
}

const REPLACE_LOCK = 7_160_015;

/**
 * Call it first in a transaction that stores a sealed secret. It refuses when the key was replaced after this instance
 * started, and holds back a replacement until the transaction has ended.
 */
export async function holdSecretKey(db: Queryable, key: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock_shared(${REPLACE_LOCK})`);
  if ((await checkSecretKey(db, key)) === 'matches') return;
  throw new Error('SECRET_KEY was replaced after this instance started: restart it with the new key.');
}

/** Seals a new canary. Waits until every transaction that stores a sealed secret has ended. */
export async function replaceCanary(db: Queryable, key: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(${REPLACE_LOCK})`);
  await db.rows(sql`
    insert into shared_secrets (name, value) values (${CANARY}, ${seal(key)})
    on conflict (name) do update set value = excluded.value`);
}

const insertCanary = (db: Queryable, key: string) =>
  db.rows(sql`insert into shared_secrets (name, value) values (${CANARY}, ${seal(key)}) on conflict do nothing`);

const CANARY = 'secret_key_canary';
const OWNER = 'installation';

const seal = (key: string): Buffer => sealSecret(key, OWNER, randomBytes(16), 'canary');

async function findCanary(db: Queryable): Promise<Buffer | undefined> {
  const row = await db.row<{ value: Buffer }>(sql`select value from shared_secrets where name = ${CANARY}`);
  return row?.value;
}
