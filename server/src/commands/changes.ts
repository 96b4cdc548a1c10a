import type { Command } from 'commander';
import { renewFeeds } from '../changes/renew-feeds.js';
import { selectMerchantIds } from '../merchants/queries.js';
import { switchOffRestored } from '../webhooks/switch-off-restored.js';
import { command, commandGroup, withParts } from './command.js';
import { printRow } from './print.js';

export const changesCommands = (): Command => commandGroup('changes', 'the feed of changes', [renew()]);

const renew = (): Command =>
  command('renew', 'begin every feed anew: whoever follows one is told to read the lists again')
    .option('--webhooks-off', 'switch all webhooks off too: this is a copy, and the original still calls them')
    .action((options: { json?: boolean; webhooksOff?: boolean }) =>
      withParts(async (parts) => {
        const merchantIds = (await selectMerchantIds(parts.db)).map(({ id }) => id);
        await renewFeeds(parts, merchantIds);
        const renewed = merchantIds.length;
        if (options.webhooksOff !== true) return printRow({ renewed }, options);
        printRow({ renewed, webhooksOff: await switchOffRestored(parts, merchantIds) }, options);
      }),
    );
