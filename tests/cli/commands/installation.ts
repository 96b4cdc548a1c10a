// For the tests of the operator's commands: an installation, commands in it, and the server that they run beside.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import {
  environmentOf,
  newFolderWithCluster,
  removeFolder,
  runCommand,
  startServe,
} from '../../harness/command-line.js';
import type { Ended, Environment, Served } from '../../harness/command-line.js';
import type { TestDatabase } from '../../harness/database.js';
import { createRepeater } from '../../harness/repeater.js';
import { send } from '../../harness/service.js';

const MAIN = join(import.meta.dirname, '../../../server/dist/main.js');

// Whom the example archive brings.
export const MERCHANT = exampleId('merchant', 0);

export type Installation = Awaited<ReturnType<typeof newInstallation>>;

// A folder in which nothing runs until it is told to; with settings for every command.
export async function newInstallation(settings: Environment = {}, makeFolder = newFolderWithCluster) {
  const folder = await makeFolder();
  let server: Served | undefined;
  const run = (...args: string[]): Promise<Ended> => runCommand(folder, args, settings);
  const repeater = createRepeater(MAIN);
  const repeat = (...args: string[]): Promise<Ended> =>
    repeater.run({ args, cwd: folder.path, env: environmentOf(folder, settings) });
  return {
    folder,
    run,
    json: async (...args: string[]) => parsePrinted(await run(...args, '--json')),
    // the same in one process, one after the other; for what is not about the process
    repeated: {
      run: repeat,
      json: async (...args: string[]) => parsePrinted(await repeat(...args, '--json')),
    },
    async serve(): Promise<Served> {
      server = await startServe(folder, { DEMO: 'off', READS_PER_MINUTE: '1000000', ...settings });
      return server;
    },
    get: (path: string, bearer: string) => send(`${server?.url}${API_PATH}${path}`, bearer),
    async remove(): Promise<void> {
      await repeater.end();
      await server?.end('SIGTERM');
      await removeFolder(folder);
    },
  };
}

function parsePrinted({ code, stdout, stderr }: Ended): Record<string, unknown> {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

// Writes `archive.json` into the folder and imports it.
export async function importExample({ folder, json }: Installation): Promise<Record<string, unknown>> {
  await writeFile(
    join(folder.path, 'archive.json'),
    JSON.stringify(exampleArchive({ media: 230, campaigns: 8, tokensFrom: Date.now() })),
  );
  return json('import', 'archive.json');
}

export function toDatabaseUrl({ connection }: TestDatabase): string {
  const { host, port } = inject('postgres');
  return `postgres://vitrine@/${connection.database}?host=${encodeURIComponent(host)}&port=${port}`;
}

// A line a field, in columns, to the same shape as JSON has.
export const toFields = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
