// What was released: server/test/released-schemas holds the hash of every migration, and for each schema a merchant's
// data and what was read of it then.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reads } from './read-everything.js';

const FOLDER = join(import.meta.dirname, '../released-schemas');

export const HASHES_FILE = join(FOLDER, 'hashes.json');
export const dataFile = (migration: string): string => join(FOLDER, migration);
export const readsFile = (migration: string): string => join(FOLDER, migration.replace(/\.sql$/, '.json'));

export async function readHashes(): Promise<Record<string, string>> {
  return parse<Record<string, string>>(await readFile(HASHES_FILE, 'utf8').catch(() => '{}'));
}

// The names of the schemas that data is kept of: each is that of its last migration.
export async function listReleased(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

export type Release = { readonly data: string; readonly cookie?: string; readonly reads: Reads };

export async function readRelease(migration: string): Promise<Release> {
  const data = await readFile(dataFile(migration), 'utf8');
  return { data, ...parse<Omit<Release, 'data'>>(await readFile(readsFile(migration), 'utf8')) };
}

const parse = <Value>(text: string): Value => JSON.parse(text) as Value;
