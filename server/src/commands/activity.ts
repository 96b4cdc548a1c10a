import type { Command } from 'commander';
import { selectActivity, type ActivityRow } from '../activity/queries.js';
import { command, withParts, requireMerchant } from './command.js';
import { parseCount } from './options.js';
import { printRows } from './print.js';

const ROWS_DEFAULT = 100;

export const activityCommand = (): Command =>
  command('activity', 'what was done at a merchant, newest first')
    .argument('<merchant>', 'the merchant')
    .option('--limit <rows>', 'how many rows', parseCount, ROWS_DEFAULT)
    .action((id: string, options: { json?: boolean; limit: number }) =>
      withParts(async ({ db }) => {
        const rows = await selectActivity(db, await requireMerchant(db, id), options.limit);
        printRows(rows.map(toRow), options, 'Nothing has been done yet.');
      }),
    );

const toRow = (row: ActivityRow) => ({
  at: row.at,
  kind: row.kind,
  person: row.person_name,
  tokenId: row.token_id,
  token: row.token_name,
  lastFour: row.token_last_four,
  details: JSON.stringify(row.details),
  requestId: row.request_id,
});
