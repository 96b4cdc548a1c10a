import type { Command } from 'commander';
import { command, withParts } from './command.js';
import { printRow } from './print.js';

export const migrateCommand = (): Command =>
  command('migrate', 'bring the database to the newest schema').action((options: { json?: boolean }) =>
    // Opening the database migrates it; what is left is to say so.
    withParts(async ({ migrated }) => printRow({ applied: migrated }, options)),
  );
