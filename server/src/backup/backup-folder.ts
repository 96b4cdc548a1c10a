// What lies in the folder of a backup: manifest.json, tables/NAME.copy, objects/…, kept/NAME, and SHA256SUMS.
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { MigrationHash } from '../db/migration-files.js';
import { CommandError } from '../errors.js';
import { objectPath } from '@vitrine/disk-s3';
import type { ObjectKey } from '../storage/object-key.js';
import { isMissing } from '@vitrine/disk-s3';
import { writeHashed } from '../storage/write-hashed.js';
import type { Table } from './queries.js';

export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'SHA256SUMS';
export const tablePath = (name: string): string => `tables/${name}.copy`;
export const keptPath = (name: string): string => `kept/${name}`;
export const backupPath = (key: ObjectKey): string => relative('/', objectPath('/objects', key));

export const BACKUP_FORMAT = 'vitrine-backup/1';

export type Manifest = {
  readonly format: typeof BACKUP_FORMAT;
  readonly madeAt: string;
  // the version of the program
  readonly madeBy: string;
  readonly postgres: string;
  // the schema: every step that the database had
  readonly migrations: readonly MigrationHash[];
  readonly tables: readonly (Table & { readonly rows: number })[];
  readonly objects: {
    readonly files: number;
    readonly bytes: number;
    // named by a ready item and not in the store: imported without their files, or lost before the backup
    readonly missing: number;
    // not the bytes that the database says: copied as they are
    readonly damaged: number;
  };
  readonly kept: readonly string[];
};

// Its checksum has been compared: what is left to find out is whether this program knows the format.
export function parseManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.format === BACKUP_FORMAT) return manifest as Manifest;
  throw new CommandError(
    `This backup has the format ${String(manifest.format)}, which this version does not know. Restore it with a newer one.`,
  );
}

// Path in the backup to SHA-256.
export type Checksums = ReadonlyMap<string, string>;

// One line a part, as sha256sum writes it, so that «sha256sum --check SHA256SUMS» tells whether a backup is whole on any
// machine. It is written last.
export async function writeChecksums(folder: string, sums: Checksums): Promise<void> {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, sha256]) => `${sha256}  ${path}\n`);
  await writeHashed(join(folder, CHECKSUMS), inParts(lines));
}

const LINES_A_PART = 1_000;

function* inParts(lines: readonly string[]): Generator<Uint8Array> {
  for (let at = 0; at < lines.length; at += LINES_A_PART)
    yield Buffer.from(lines.slice(at, at + LINES_A_PART).join(''));
}

export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new CommandError(`${folder} is no whole backup: it has no ${CHECKSUMS}.`, { cause: error });
  });
  const lines = text.split('\n');
  const sums = lines.slice(0, -1).map((line) => LINE.exec(line) ?? []);
  if (lines.at(-1) !== '' || sums.some(([line]) => line === undefined))
    throw new CommandError(`${folder} is no whole backup: ${CHECKSUMS} is damaged.`);
  return new Map(sums.map(([, sha256 = '', path = '']) => [path, sha256]));
}

// No name begins with a dot, so no path leads out of the folder.
const LINE = /^([0-9a-f]{64}) {2}((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/;
