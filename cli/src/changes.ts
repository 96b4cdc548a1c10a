import type { Change, Changes } from '@vitrine/client';
import type { Command } from 'commander';
import { command, type Context } from './command.js';
import { openClient } from './open-client.js';
import { print, tell, type OutputOptions } from './print.js';

type Flags = OutputOptions & { readonly cursor?: string; readonly oldest?: boolean; readonly once?: boolean };

export const changesCommand = (context: Context): Command =>
  command('changes', 'print what happens to media, tags, playlists and campaigns, as it happens', [
    'changes',
    'changes --oldest --once --json | jq -r .type',
  ])
    .option('--oldest', 'begin with everything that is kept')
    .option('--cursor <cursor>', 'begin behind this place')
    .option('--once', 'end when there is nothing more')
    .action(async (flags: Flags) => {
      const client = await openClient(context);
      const cursor = flags.cursor ?? (flags.oldest ? 'oldest' : undefined);
      const changes = client.changes({ cursor, signal: context.signal });
      await (flags.once ? printOnce(client, changes, flags, context) : printAll(changes, flags));
    });

async function printAll(changes: Changes, flags: Flags): Promise<void> {
  for await (const change of changes) show(change, flags);
}

type Follower = { readonly changes: (options: { cursor: string; signal: AbortSignal }) => Changes };

// Page after page. Where it stands then goes to whoever reads the terminal, so that the next call can go on.
async function printOnce(client: Follower, changes: Changes, flags: Flags, { signal }: Context): Promise<void> {
  let page = await changes.page();
  for (;;) {
    for (const change of page.items) show(change, flags);
    if (!page.more) break;
    page = await client.changes({ cursor: page.nextCursor, signal }).page();
  }
  if (!flags.quiet) tell(`--cursor ${page.nextCursor}`);
}

function show(change: Change, { json, quiet }: Flags): void {
  if (json) print(JSON.stringify(change));
  else if (!quiet) print(`${change.at}  ${change.type.padEnd(TYPE_WIDTH)}  ${Object.values(change.data).join(' ')}`);
}

const TYPE_WIDTH = 'campaign.published'.length;
