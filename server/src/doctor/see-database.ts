// The database as it stands: nothing is migrated by looking at it.
import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import type { Queryable } from '../db/db.js';
import { isUnreleasedSchema, selectApplied, toUnreadable } from '../db/applied-migrations.js';
import { listMigrations } from '../db/migration-files.js';
import { checkSecretKey, DIFFERS, findSecretKey, toMissing } from '../identity/secret-key.js';
import { selectAbout, selectNow } from './queries.js';
import { fault, look, ok, type Seen } from './finding.js';
import { findReleasesBehind } from './postgres-releases.js';

const MAJOR_MIN = 15;
const UPDATE_OWN = 'Minor releases fix security bugs: install the newest one.';
const UPDATE_EMBEDDED =
  'Minor releases fix security bugs: set POSTGRES_BIN to the programs of a newer one, or use DATABASE_URL.';

export async function seeDatabase(
  db: Queryable,
  { databaseConnections, databaseUrl }: Pick<Config, 'databaseConnections' | 'databaseUrl'>,
): Promise<Seen> {
  const about = await selectAbout(db);
  const words = `PostgreSQL ${about.version}`;
  if (Number.parseInt(about.version, 10) < MAJOR_MIN)
    return fault(`${words} is too old: Vitrine needs ${MAJOR_MIN} or newer. Point DATABASE_URL at a newer server.`);
  if (about.isStandby)
    return fault(`${words} only reads: it is a standby. Point DATABASE_URL at the primary, or name all hosts in it.`);
  if (!about.isDurable)
    return fault(
      `${words} loses what it said to have written when the power fails. Set fsync and full_page_writes to on.`,
    );
  // One for requests each, and one that listens.
  const free = about.max - about.used;
  if (free < databaseConnections + 1)
    return look(
      `${words} has ${free} of ${about.max} connections left, and an instance may open ${databaseConnections + 1}. Raise max_connections there, or lower DATABASE_CONNECTIONS.`,
    );
  const behind = findReleasesBehind(about.version);
  if (behind !== undefined) return look(`${behind} ${databaseUrl === undefined ? UPDATE_EMBEDDED : UPDATE_OWN}`);
  return ok(`${words}, ${about.used} of ${about.max} connections are in use.`);
}

export async function seeSchema(db: Queryable): Promise<Seen> {
  const ours = await listMigrations();
  const found = await selectApplied(db);
  if (await isUnreleasedSchema(found)) return fault(toUnreadable('database'));
  const applied = found.map(({ name }) => name);
  if (applied.length === 0)
    return look('The database is empty: the first start, or «vitrine-server migrate», makes its tables.');
  const newer = applied.filter((name) => !ours.includes(name)).toSorted();
  if (newer.length > 0)
    return look(
      `The schema is of a newer release (${newer.at(-1)}). Run that release here too; this one is for going back only.`,
    );
  const missing = ours.filter((name) => !applied.includes(name));
  if (missing.length > 0)
    return look(
      `${missing.length} steps are missing (from ${missing[0]}): the next start of this release, or «vitrine-server migrate», applies them.`,
    );
  return ok(`All ${ours.length} steps of this release are applied.`);
}

export async function seeSecretKey(db: Queryable, config: Config): Promise<Seen> {
  switch (await checkSecretKey(db, await findSecretKey(config))) {
    case 'new':
      return ok('Nothing is sealed yet: the first start makes the canary.');
    case 'matches':
      return ok('It is the key that this database was sealed with.');
    case 'missing':
      return fault(toMissing(config));
    case 'differs':
      return fault(DIFFERS);
  }
}

const OFF_SECONDS_MAX = 5;

export async function seeClock(db: Queryable): Promise<Seen> {
  const before = systemClock.now();
  const theirs = await selectNow(db);
  const between = (before + systemClock.now()) / 2;
  const seconds = Math.round((between - theirs) / 1000);
  if (Math.abs(seconds) < OFF_SECONDS_MAX) return ok("This machine's clock is the database's.");
  return fault(
    `This machine's clock and the database's are ${Math.abs(seconds)} seconds apart. The database's is used; let both be set by NTP.`,
  );
}
