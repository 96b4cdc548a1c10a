import type { Command } from 'commander';
import { distribute } from '../db/distribute.js';
import { command, withNewParts } from './command.js';
import { printRow } from './print.js';

type Options = { json?: boolean; citus?: boolean };

export const migrateCommand = (): Command =>
  command('migrate', 'bring the database to the newest schema')
    .option('--citus', 'spread the tables over a Citus cluster too')
    .action((options: Options) =>
      // Opening the database migrates it; what is left is to say so.
      withNewParts(async ({ db, migrated }) =>
        printRow({ applied: migrated, ...(options.citus && { spreadTables: await distribute(db) }) }, options),
      ),
    );
