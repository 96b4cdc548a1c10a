// For tests: what an import needs, and archives to import.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { createDb, MAINTENANCE_LIMITS } from '../../server/src/db/db.js';
import type { ImportDeps } from '../../server/src/archive/import-archive.js';
import { createDiskStore } from '../../server/src/storage/disk-store.js';
import { exampleArchive, type ExampleArchive, type ExampleSize } from './archive-fixture.js';
import { openTestDatabase } from './database.js';

const clock = { now: () => Date.UTC(2026, 5, 1) };
const signing = {
  endpoint: 'http://127.0.0.1:9',
  bucket: 'b',
  region: 'r',
  accessKeyId: 'a',
  secretAccessKey: 's',
  clock,
};

export type OpenImportDeps = ImportDeps & {
  // goes with `close`; the objects are below it
  readonly folder: string;
  readonly close: () => Promise<void>;
};

export async function openImportDeps(): Promise<OpenImportDeps> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));
  const { connection, close } = await openTestDatabase();
  // As the command opens it: a statement that moves a large merchant takes longer than a request's may.
  const db = createDb(connection, MAINTENANCE_LIMITS);
  const store = await createDiskStore({ ...signing, directory: join(folder, 'objects') });
  return {
    db,
    clock,
    store,
    folder,
    async close() {
      await db.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// A merchant of its own for each test: another id, other secrets, other people, the same content.
export function newArchive(size: ExampleSize = { media: 12 }): ExampleArchive {
  const archive = exampleArchive(size);
  archive.merchant.id = randomUUID();
  for (const token of archive.tokens) token.secret = newTokenSecret();
  for (const person of archive.people) person.email = `${randomUUID()}@example.com`;
  return archive;
}

type Table = 'media' | 'tokens' | 'memberships';

export async function countOf({ db }: ImportDeps, table: Table, merchantId: string): Promise<number | undefined> {
  const text = `select count(*) from ${table} where merchant_id = $1`;
  return (await db.row<{ count: number }>({ text, values: [merchantId] }))?.count;
}
