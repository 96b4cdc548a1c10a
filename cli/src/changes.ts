import type { Change } from '@vitrine/client';
import type { Command } from 'commander';
import { command, type Context } from './command.js';
import { follow, onExpiredOption, readFirstPage, type Start } from './follow.js';
import { openClient } from './open-client.js';
import { print, tell, type OutputOptions } from './print.js';

type Flags = OutputOptions & {
  readonly cursor?: string;
  readonly oldest?: boolean;
  readonly onExpired: Start['onExpired'];
  readonly once?: boolean;
};

export const changesCommand = (context: Context): Command =>
  command('changes', 'print what happens to media, tags, playlists and campaigns, as it happens', [
    'changes',
    'changes --oldest --once --json | jq -r .type',
  ])
    .option('--oldest', 'begin with everything that is kept')
    .option('--cursor <cursor>', 'begin behind this place')
    .addOption(onExpiredOption())
    .option('--once', 'end when there is nothing more')
    .action(async (flags: Flags) => {
      const { onExpired } = flags;
      const start = { cursor: flags.cursor ?? (flags.oldest ? 'oldest' : undefined), onExpired };
      if (flags.once) return printOnce(context, start, flags);
      for await (const change of await follow(context, start)) show(change, flags);
    });

// Page after page. Where it stands then goes to whoever reads the terminal, so that the next call can go on.
async function printOnce(context: Context, from: Start, flags: Flags): Promise<void> {
  const client = await openClient(context);
  for (let start = from; ;) {
    const page = await readFirstPage(client, start, context.signal);
    for (const change of page.items) show(change, flags);
    start = { ...start, cursor: page.nextCursor };
    if (page.more) continue;
    if (!flags.quiet) tell(`--cursor ${page.nextCursor}`);
    return;
  }
}

function show(change: Change, { json, quiet }: Flags): void {
  if (json) print(JSON.stringify(change));
  else if (!quiet) print(`${change.at}  ${change.type.padEnd(TYPE_WIDTH)}  ${Object.values(change.data).join(' ')}`);
}

const TYPE_WIDTH = 'campaign.published'.length;
