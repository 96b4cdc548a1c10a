import type { Command } from 'commander';
import { selectActivity, type ActivityRow } from '../activity/queries.js';
import { notFound } from '../errors.js';
import { parseMerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { command, withParts } from './command.js';
import { parseCount } from './options.js';
import { printRows } from './print.js';

const ROWS_DEFAULT = 100;

export const activityCommand = (): Command =>
  command('activity', 'what was done at a merchant, newest first')
    .argument('<merchant>', 'the merchant')
    .option('--limit <rows>', 'how many rows', parseCount, ROWS_DEFAULT)
    .action((id: string, options: { json?: boolean; limit: number }) =>
      withParts(async ({ db }) => {
        const merchantId = parseMerchantId(id);
        if ((await selectMerchant(db, merchantId)) === undefined) throw notFound('merchant');
        const rows = await selectActivity(db, merchantId, options.limit);
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
