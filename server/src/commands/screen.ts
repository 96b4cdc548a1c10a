import type { Command } from 'commander';
import { parseScreenId } from '../ids.js';
import { selectScreens, selectScreensById, type SeenScreenRow } from '../screens/queries.js';
import { dropScreen } from '../screens/screen-settings.js';
import { command, commandGroup, requireMerchant, requireOne, withParts } from './command.js';
import { printRow, printRows, type Row } from './print.js';

type Json = { json?: boolean };

export const screenCommands = (): Command => commandGroup('screen', 'screens of merchants', [list(), remove()]);

const list = (): Command =>
  command('list', 'the screens of a merchant, and when each was last heard of')
    .argument('<merchant>', 'the merchant')
    .action((id: string, options: Json) =>
      withParts(async ({ db }) => {
        const rows = (await selectScreens(db, await requireMerchant(db, id))).map(toRow);
        printRows(rows, options, 'No screens yet. People add them in the console, by the code that the screen shows.');
      }),
    );

const remove = (): Command =>
  command('remove', 'take a screen away: it goes dark, and its key is dead')
    .argument('<id>', 'the screen')
    .option('--merchant <id>', 'its merchant, where two merchants have a screen of that id')
    .action((id: string, options: Json & { merchant?: string }) =>
      withParts(async (parts) => {
        const screenId = parseScreenId(id);
        const { merchant_id: merchantId, name } = requireOne(
          await selectScreensById(parts.db, screenId),
          options.merchant,
          'screen',
        );
        await dropScreen(parts, { merchantId }, screenId);
        printRow({ id: screenId, name, removed: true }, options);
      }),
    );

const toRow = (row: SeenScreenRow): Row => ({
  id: row.id,
  name: row.name,
  orientation: row.orientation,
  timeZone: row.time_zone,
  pairedAt: row.paired_at,
  lastSeenAt: row.seen_at,
  playerVersion: row.player_version,
  faults: (row.faults ?? []).length,
});
