import type { MigrationHash } from '../db/migration-files.js';
import { Refusal } from '../errors.js';
import type { Table } from './queries.js';

export const BACKUP_FORMAT = 'vitrine-backup/1';
export const MANIFEST = 'manifest.json';

// What a backup holds. Its parts are files beside it: tables/NAME.copy, objects/…, kept/NAME; SHA256SUMS has their sums.
export type Manifest = {
  readonly format: typeof BACKUP_FORMAT;
  readonly madeAt: string;
  /** the version of the program */
  readonly madeBy: string;
  readonly postgres: string;
  /** the schema: every step that the database had */
  readonly migrations: readonly MigrationHash[];
  readonly tables: readonly (Table & { readonly rows: number })[];
  readonly objects: {
    readonly files: number;
    readonly bytes: number;
    /** named by a ready item and not in the store: imported without their files, or lost before the backup */
    readonly missing: number;
    /** not the bytes that the database says: copied as they are */
    readonly damaged: number;
  };
  readonly kept: readonly string[];
};

// Its checksum has been compared: what is left to find out is whether this program knows the format.
export function parseManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.format === BACKUP_FORMAT) return manifest as Manifest;
  throw new Refusal(
    `This backup has the format ${String(manifest.format)}, which this version does not know. Restore it with a newer one.`,
  );
}
