import type { Command } from 'commander';
import type { Campaign, CampaignDetail } from '@vitrine/client';
import { collect, command, commandGroup, listCommand, type ListFlags } from './command.js';
import type { Context } from './context.js';
import { openClient } from './open-client.js';
import { printItems } from './playlists.js';
import { print, printFields, printJson, type Column, type OutputOptions } from './print.js';
import { pageSize, printList } from './print-list.js';
import { requireTagIds } from './tags.js';

const tagNames = ({ tags }: Campaign): string => tags.map((tag) => tag.name).join(', ') || '-';
const flightText = ({ flight }: Campaign): string => `${flight.start ?? 'open'} to ${flight.end ?? 'open'}`;

const COLUMNS: readonly Column<Campaign>[] = [
  { heading: 'name', text: (campaign) => campaign.name, shrinks: true },
  { heading: 'status', text: (campaign) => campaign.status },
  { heading: 'flight', text: flightText, drops: 1 },
  { heading: 'tags', text: tagNames, drops: 2, shrinks: true },
  { heading: 'id', text: (campaign) => campaign.lineageId },
];

export const campaignsCommands = (context: Context): Command =>
  commandGroup('campaigns', 'campaigns and what screens play', [list(context), get(context)]);

const list = (context: Context): Command =>
  listCommand('campaigns that are not archived, most recently changed first', [
    'campaigns list',
    'campaigns list --tag Summer --json',
  ])
    .option('--tag <name>', 'only those with this tag (name or id); repeat it for several', collect)
    .action(async (flags: ListFlags & { tag?: string[] }) => {
      const client = await openClient(context);
      const tag = await requireTagIds(client, flags.tag ?? [], context.signal);
      const found = client.campaigns.list({ q: flags.query, tag, limit: pageSize(flags), signal: context.signal });
      return printList(found, flags, { columns: COLUMNS, empty: 'No campaigns.' });
    });

const get = (context: Context): Command =>
  command('get', 'a campaign with what screens play now', [
    'campaigns get 0192f0c1-…',
    'campaigns get 0192f0c1-… --json',
  ])
    .argument('<id>', 'the campaign')
    .action(async (id: string, options: OutputOptions) => {
      const campaign = await (await openClient(context)).campaigns.get(id, context);
      if (options.json) return printJson(campaign);
      if (options.quiet) return;
      printCampaign(campaign);
    });

function printCampaign(campaign: CampaignDetail): void {
  const { content } = campaign;
  printFields({
    name: campaign.name,
    id: campaign.lineageId,
    status: campaign.status,
    flight: flightText(campaign),
    tags: tagNames(campaign),
    plays: content === null ? 'nothing is live' : portraitText(content.portrait !== null),
  });
  if (content === null) return;
  printItems(content.landscape.items);
  if (content.portrait === null) return;
  print('\nPortrait');
  printItems(content.portrait.items);
}

const portraitText = (hasOwn: boolean): string =>
  hasOwn ? 'landscape below; portrait screens have their own, after it' : 'the same on landscape and portrait screens';
