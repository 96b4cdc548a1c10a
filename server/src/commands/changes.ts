import type { Command } from 'commander';
import { renewFeeds } from '../changes/renew-feeds.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { command, commandGroup, withParts } from './command.js';
import { printRow } from './print.js';

export const changesCommands = (): Command => commandGroup('changes', 'the feed of changes', [renew()]);

const renew = (): Command =>
  command('renew', 'begin every feed anew: whoever follows one is told to read the lists again').action(
    (options: { json?: boolean }) =>
      withParts(async (parts) => {
        const merchantIds = (await selectMerchantIds(parts.db)).map(({ id }) => id);
        await renewFeeds(parts, merchantIds);
        printRow({ renewed: merchantIds.length }, options);
      }),
  );
