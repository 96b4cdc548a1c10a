import { resolve } from 'node:path';
import type { Command } from 'commander';
import { toRow } from './backup.js';
import { command } from './command.js';
import { onEmbedded } from './on-embedded.js';
import { printRow } from './print.js';

export const restoreCommand = (): Command =>
  command('restore', 'put a backup into an empty DATA_DIR, once all of it has been checked')
    .argument('<folder>', 'what «vitrine-server backup» made')
    .action((folder: string, options: { json?: boolean }) =>
      onEmbedded(async ({ config, report, signal }) => {
        const { restoreBackup } = await import('../backup/restore-backup.js');
        const deps = { dataDir: config.dataDir, report, signal, log: report };
        const manifest = await restoreBackup(deps, resolve(folder));
        printRow({ dataDir: config.dataDir, ...toRow(manifest) }, options);
      }),
    );
