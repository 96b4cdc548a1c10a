// Commands about the whole installation.
import type { Command } from 'commander';
import { distribute } from '../db/migrate.js';
import { parseMerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { command, withNewFolder, withNewTables, type Parts } from './command.js';
import { printRow } from './print.js';

export const migrateCommand = (): Command =>
  command('migrate', 'bring the database to the newest schema')
    .option('--citus', 'spread the tables over a Citus cluster too')
    .action((options: { json?: boolean; citus?: boolean }) =>
      // Opening the database migrates it; what is left is to say so.
      withNewTables(async ({ db, migrated }) =>
        printRow({ applied: migrated, ...(options.citus && { spreadTables: await distribute(db) }) }, options),
      ),
    );

export const demoCommand = (): Command =>
  command('demo', 'add the demo merchants, with pictures, playlists, campaigns and tokens').action(
    (options: { json?: boolean }) => withNewFolder(async (parts) => printRow(await ensureDemo(parts), options)),
  );

// Asked for again, it shows what it made: a second one would share the first one's people, who keep the password that
// they have, so that the sign-in it prints would not work.
async function ensureDemo({ db, clock, config, openStore }: Parts) {
  const { addDemo, findDemoAccess } = await import('../demo/seed-demo.js');
  const known = await findDemoAccess(config.dataDir);
  if (known !== undefined && (await selectMerchant(db, parseMerchantId(known.merchantId))) !== undefined) return known;
  return addDemo({ db, clock, dataDir: config.dataDir, store: await openStore() });
}
