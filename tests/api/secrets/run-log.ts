// What a run made and wrote: every secret, and every text in which one could stand.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { runCommand, type Folder } from '../../harness/command-line.js';
import type { Place, Secret } from './find-leaks.js';

export type RunLog = {
  readonly secrets: Secret[];
  readonly places: Place[];
  readonly keep: (name: string, value: string | Buffer, mayBeIn?: RegExp) => void;
  readonly ask: (title: string, url: string, init?: RequestInit) => Promise<Heard>;
  readonly command: (...args: readonly string[]) => Promise<Record<string, string>>;
};

export type Heard = { readonly status: number; readonly headers: Headers; readonly json: Record<string, unknown> };

export function newRunLog(folder: Folder): RunLog {
  const secrets: Secret[] = [];
  const places: Place[] = [];
  return {
    secrets,
    places,
    keep(name, value, mayBeIn) {
      if (value.length < 8) throw new Error(`${name} was not made`);
      secrets.push({ name, value, ...(mayBeIn && { mayBeIn }) });
    },
    async ask(title, url, init) {
      const response = await fetch(url, init);
      const text = await response.text();
      const { status, headers } = response;
      const head = [...headers].map((pair) => pair.join(': ')).join('\n');
      places.push({ name: `answer ${title}`, text: `${status}\n${head}\n${text}` });
      return { status, headers, json: text.startsWith('{') ? (JSON.parse(text) as Heard['json']) : {} };
    },
    async command(...args) {
      const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], { LOG_LEVEL: 'trace' });
      if (code !== 0) throw new Error(stderr);
      places.push({ name: `command ${args.slice(0, 2).join(' ')}`, text: stdout + stderr });
      return stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, string>) : {};
    },
  };
}

export async function connect({ dataDir }: Folder): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'run'), port: 5432, user: 'vitrine_admin', database: 'vitrine' });
  await client.connect();
  return client;
}

// Every row of every table, as text.
export async function readTables(client: pg.Client): Promise<Place[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const places: Place[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    places.push({ name: `table ${name}`, text: found.rows.map(({ row }) => row).join('\n') });
  }
  return places;
}

export type KeptFile = Place & { readonly mode: number };

// Every file below the folder, byte for byte: the log of PostgreSQL, its tables and its write-ahead log among them.
export async function readFiles(root: string): Promise<KeptFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files: KeptFile[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'latin1').catch(() => '');
    const { mode } = await stat(path).catch(() => ({ mode: 0 }));
    files.push({ name: `file ${path.slice(root.length + 1)}`, text, mode: mode & 0o777 });
  }
  return files;
}
