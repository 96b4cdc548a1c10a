import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** The names of all steps, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
}

export const readMigration = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8');

export type MigrationHash = { readonly name: string; readonly sha256: string };

// A step that was released is never edited: its hash says which schema a name stands for.
export async function hashMigration(name: string): Promise<MigrationHash> {
  return {
    name,
    sha256: createHash('sha256')
      .update(await readMigration(name))
      .digest('hex'),
  };
}
