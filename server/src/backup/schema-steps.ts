import { hashMigration, listMigrations, type MigrationHash } from '../db/migration-files.js';
import { Refusal } from '../errors.js';
import type { Manifest } from './manifest.js';

/** The steps that a database has, each as this program knows it. */
export async function hashKnown(applied: readonly string[]): Promise<MigrationHash[]> {
  const known = new Set(await listMigrations());
  const foreign = applied.find((name) => !known.has(name));
  if (foreign === undefined) return Promise.all(applied.map(hashMigration));
  throw new Refusal(`The database has the schema ${foreign}, which this version does not know. Use the newer one.`);
}

/** The last step of a backup's schema; refuses one that this program cannot make. */
export async function requireKnownSchema({ migrations, madeBy }: Manifest): Promise<string> {
  const own = new Map((await listMigrations()).map((name) => [name, hashMigration(name)]));
  for (const { name, sha256 } of migrations) {
    if ((await own.get(name))?.sha256 === sha256) continue;
    throw new Refusal(
      `The backup has the schema ${name}, which this version does not know. Restore it with version ${madeBy} or newer.`,
    );
  }
  const last = migrations.at(-1)?.name;
  if (last === undefined) throw new Refusal('The backup is of a database without a schema.');
  return last;
}
