import { TOKEN_DAYS_OFFERED } from '@vitrine/contract/limits';
import { SCOPES, type Scope } from '@vitrine/contract/scopes';
import { Option, type Command } from 'commander';
import type { Clock } from '../clock.js';
import { issueToken } from '../identity/issue-token.js';
import { stopToken } from '../identity/manage-tokens.js';
import { selectTokens, selectTokensById, type TokenRow } from '../identity/token-queries.js';
import { tokenState } from '../identity/token-state.js';
import { parseMerchantId, parseTokenId } from '../ids.js';
import { command, commandGroup, requireMerchant, requireOne, withParts } from './command.js';
import { parseCount } from './options.js';
import { printRow, printRows, type Row } from './print.js';

type Json = { json?: boolean };
type CreateOptions = Json & { merchant: string; name: string; scope: Scope[]; days: number };

export const tokenCommands = (): Command => commandGroup('token', 'integration tokens', [create(), list(), revoke()]);

const create = (): Command =>
  command('create', 'issue a token; its value is printed once and never again')
    .requiredOption('--merchant <id>', 'the merchant')
    .requiredOption('--name <name>', 'what the token is for')
    .addOption(new Option('--scope <scopes...>', 'what it may do').choices(SCOPES).makeOptionMandatory())
    .requiredOption(
      '--days <days>',
      `how long it lasts: ${TOKEN_DAYS_OFFERED.join(', ')}; with a write scope at most 90`,
      parseCount,
    )
    .action((options: CreateOptions) =>
      withParts(async (parts) => {
        const input = { name: options.name, scopes: options.scope, days: options.days };
        const { secret, ...token } = await issueToken(parts, { merchantId: parseMerchantId(options.merchant) }, input);
        printRow({ ...token, token: secret }, options);
      }),
    );

const list = (): Command =>
  command('list', 'the tokens of a merchant')
    .argument('<merchant>', 'the merchant')
    .action((id: string, options: Json) =>
      withParts(async ({ db, clock }) => {
        const rows = (await selectTokens(db, await requireMerchant(db, id))).map((row) => toRow(row, clock));
        printRows(rows, options, 'No tokens yet. To issue one, run this program with: token create');
      }),
    );

const revoke = (): Command =>
  command('revoke', 'stop a token at once')
    .argument('<id>', 'the token')
    .option('--merchant <id>', 'its merchant, where two merchants have a token of that id')
    .action((id: string, options: Json & { merchant?: string }) =>
      withParts(async (parts) => {
        const found = await selectTokensById(parts.db, parseTokenId(id));
        const { merchant_id, id: tokenId } = requireOne(found, options.merchant, 'token');
        printRow(toRow(await stopToken(parts, { merchantId: merchant_id }, tokenId), parts.clock), options);
      }),
    );

const toRow = (row: TokenRow, clock: Clock): Row => ({
  id: row.id,
  name: row.name,
  lastFour: row.last_four,
  state: tokenState(row, clock),
  scopes: row.scopes,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});
