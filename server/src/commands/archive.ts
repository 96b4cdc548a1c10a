import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { exportArchive } from '../archive/export-archive.js';
import { importArchive } from '../archive/import-archive.js';
import { Refusal } from '../errors.js';
import { parseMerchantId } from '../ids.js';
import { command, withParts } from './command.js';
import { printRow } from './print.js';

type Json = { json?: boolean };

export const importCommand = (): Command =>
  command('import', 'read a merchant archive: all of it or nothing')
    .argument('<file>', 'the archive; paths in it are relative to it')
    .option('--replace', 'replace the merchant of that id if there is one')
    .action((file: string, options: Json & { replace?: boolean }) =>
      withParts(async (parts) => {
        const archive = await readJson(file);
        const deps = { db: parts.db, clock: parts.clock, store: await parts.openStore() };
        const { merchantId, counts } = await importArchive(deps, archive, {
          folder: dirname(resolve(file)),
          replace: options.replace === true,
        });
        printRow({ merchantId, ...counts }, options);
      }),
    );

export const exportCommand = (): Command =>
  command('export', 'write a merchant archive to a file or to standard output')
    .argument('<merchant>', 'the merchant')
    .option('--out <file>', 'where to write it; without it, to standard output')
    .option('--files <folder>', 'write the bytes of all files there too')
    .action((id: string, options: Json & { out?: string; files?: string }) =>
      withParts(async (parts) => {
        const deps = { db: parts.db, clock: parts.clock, store: await parts.openStore() };
        const archiveFolder = options.out === undefined ? process.cwd() : dirname(resolve(options.out));
        const archive = await exportArchive(deps, parseMerchantId(id), {
          archiveFolder,
          ...(options.files !== undefined && { filesFolder: resolve(options.files) }),
        });
        const text = `${JSON.stringify(archive, null, 2)}\n`;
        if (options.out === undefined) process.stdout.write(text);
        else await writeFile(options.out, text);
        if (options.out !== undefined) printRow({ merchantId: archive.merchant.id, file: options.out }, options);
      }),
    );

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${file} cannot be read (${error.code}).`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}
