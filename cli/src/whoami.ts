import type { Command } from 'commander';
import type { Budget } from '@vitrine/client';
import { command } from './command.js';
import type { Context } from './context.js';
import { formatMoment } from './format.js';
import { openClient } from './open-client.js';
import { printFields, printJson, type OutputOptions } from './print.js';

export const whoamiCommand = (context: Context): Command =>
  command('whoami', 'which service, which token, what it may do and until when', ['whoami', 'whoami --json']).action(
    async (options: OutputOptions) => {
      const client = await openClient(context);
      const token = await client.token(context);
      if (options.json) return printJson({ baseUrl: client.baseUrl, ...token });
      if (options.quiet) return;
      printFields({
        service: client.baseUrl,
        token: `${token.name} (…${token.lastFour})`,
        scopes: token.scopes.join(' '),
        created: formatMoment(token.createdAt),
        expires: formatMoment(token.expiresAt),
        reads: budgetText(token.budgets.read),
        writes: budgetText(token.budgets.write),
      });
    },
  );

const budgetText = ({ limit, remaining, resetSeconds }: Budget): string =>
  `${remaining} of ${limit} left in this minute, which ends in ${resetSeconds} s`;
