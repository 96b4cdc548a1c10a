import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Archive } from '../archive/archive-schema.js';
import { CommandError } from '../errors.js';
import { parseMerchantId } from '../ids.js';
import { command, withNewTables, withParts } from './command.js';
import { printRow } from './print.js';

// What only these two need is loaded by them: the schemas take longer to load than most commands take to run.
type Json = { json?: boolean };

export const importCommand = (): Command =>
  command('import', 'read a merchant archive: all of it or nothing')
    .argument('<file>', 'the archive; paths in it are relative to it')
    .option('--replace', 'replace the merchant of that id if there is one')
    .option(
      '--join-people',
      'join people whose email has an account at another merchant to it; they keep their password',
    )
    .action(async (file: string, options: Json & { replace?: boolean; joinPeople?: boolean }) => {
      const archive = await readJson(file);
      const { importArchive } = await import('../archive/import-archive.js');
      await withNewTables(async (parts) => {
        const deps = { db: parts.db, clock: parts.clock, store: await parts.openStore() };
        const { merchantId, counts } = await importArchive(deps, archive, {
          folder: dirname(resolve(file)),
          replace: options.replace === true,
          joinPeople: options.joinPeople === true,
          isRecorded: true,
        });
        printRow({ merchantId, ...counts }, options);
      });
    });

export const exportCommand = (): Command =>
  command('export', 'write a merchant archive to a file or to standard output')
    .argument('<merchant>', 'the merchant')
    .option('--out <file>', 'where to write it; without it, to standard output')
    .option('--files <folder>', 'write the bytes of all files there too')
    .action(async (id: string, options: Json & { out?: string; files?: string }) => {
      const { exportArchive, toArchiveText } = await import('../archive/export-archive.js');
      await withParts(async (parts) => {
        const deps = { db: parts.db, clock: parts.clock, store: await parts.openStore() };
        const archiveFolder = options.out === undefined ? process.cwd() : dirname(resolve(options.out));
        const archive = await exportArchive(deps, parseMerchantId(id), {
          archiveFolder,
          ...(options.files !== undefined && { filesFolder: resolve(options.files) }),
        });
        if (options.files !== undefined) tellMissing(archive);
        const text = toArchiveText(archive);
        if (options.out === undefined) return void process.stdout.write(text);
        // Hashes of passwords and tokens are in it.
        await replaceFile(options.out, text);
        printRow({ merchantId: archive.merchant.id, file: options.out }, options);
      });
    });

// On standard error: the archive may go to standard output.
function tellMissing({ media }: Archive): void {
  const missing = media.filter(({ file, thumbnail }) => [file, thumbnail].some((part) => part && !part.path));
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => `  ${id}\n`).join('');
  process.stderr.write(`Not all files are in storage. What is missing was left out, of these items:\n${ids}`);
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

// Writes a file for its owner alone, whole or not at all. One that is there already is replaced and not written into: it
// would keep its mode, and a cut-off write would have spoiled it.
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  // A pipe or a terminal is written to; a file put in its place would be seen by nobody.
  if (found !== undefined && !found.isFile()) return writeFile(target, text);
  const draft = `${target}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw naming(error, path);
  }
}

// Nobody has heard of the draft: the system's words are about the file that was asked for.
const naming = (error: unknown, path: string): unknown =>
  error instanceof Error && 'path' in error ? Object.assign(error, { path }) : error;
