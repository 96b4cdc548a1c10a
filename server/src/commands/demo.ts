import type { Command } from 'commander';
import { addDemo } from '../demo/seed-demo.js';
import { command, withParts } from './command.js';
import { printRow } from './print.js';

export const demoCommand = (): Command =>
  command('demo', 'add the demo merchants, with pictures, playlists, campaigns and tokens').action(
    (options: { json?: boolean }) =>
      withParts(async ({ db, clock, config, openStore }) =>
        printRow(await addDemo({ db, clock, dataDir: config.dataDir, store: await openStore() }), options),
      ),
  );
