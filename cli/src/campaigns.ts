import type { Campaign, CampaignDetail } from '@vitrine/client';
import type { Command } from 'commander';
import { commandGroup, type Context } from './command.js';
import { printItems } from './playlists.js';
import { print, printFields, type Column } from './print.js';
import { getCommand, listCommand } from './read-commands.js';

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
  commandGroup('campaigns', 'campaigns and what screens play', [
    listCommand(context, {
      about: 'campaigns that are not archived, most recently changed first',
      examples: ['campaigns list', 'campaigns list --tag Summer --json'],
      columns: COLUMNS,
      empty: 'No campaigns.',
      hasTags: true,
      list: (client, query) => client.campaigns.list(query),
    }),
    getCommand(context, {
      about: 'a campaign with what screens play now',
      examples: ['campaigns get 0192f0c1-…', 'campaigns get 0192f0c1-… --json'],
      argument: 'the campaign',
      get: (client, id, options) => client.campaigns.get(id, options),
      show: printCampaign,
    }),
  ]);

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
