import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../backup/backup-folder.js';
import { command } from './command.js';
import { onEmbedded, type Run } from './on-embedded.js';
import { printRow, type Row } from './print.js';

export const backupCommand = (): Command =>
  command('backup', 'copy the embedded database and all files into a new folder; the server may run')
    .argument('<folder>', 'the folder to make; it is as secret as the data')
    .action((folder: string, options: { json?: boolean }) =>
      onEmbedded(async (run) => {
        const manifest = await backUp(run, resolve(folder));
        await warn(run, manifest);
        printRow({ folder: resolve(folder), ...toRow(manifest) }, options);
      }),
    );

// The database is opened as it stands: a backup before an upgrade must not be the upgrade.
async function backUp({ config, report, signal }: Run, folder: string): Promise<Manifest> {
  const { openUnmigrated } = await import('../db/open-unmigrated.js');
  const { takeBackup } = await import('../backup/take-backup.js');
  const { systemClock } = await import('../clock.js');
  const { db, close } = await openUnmigrated(config.dataDir, report);
  try {
    return await takeBackup({ db, clock: systemClock, dataDir: config.dataDir, report, signal }, folder);
  } finally {
    await close();
  }
}

async function warn({ report }: Run, { objects }: Manifest): Promise<void> {
  if (objects.missing > 0)
    report(`${objects.missing} files of ready items are not in the store, so not in the backup.`);
  if (objects.damaged > 0) report(`${objects.damaged} files do not have the checksum or size that they came with.`);
}

export function toRow(manifest: Manifest): Row {
  const { madeAt, madeBy, migrations, tables, objects } = manifest;
  return {
    madeAt,
    madeBy,
    schema: migrations.at(-1)?.name ?? null,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: objects.files,
    fileBytes: objects.bytes,
    missingFiles: objects.missing,
    damagedFiles: objects.damaged,
  };
}
