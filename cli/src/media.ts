import type { Media } from '@vitrine/client';
import type { Command } from 'commander';
import { command, commandGroup, type Context } from './command.js';
import { formatDay, formatLength, formatMoment, plural } from './format.js';
import { syncCommand } from './media-sync.js';
import { uploadCommand } from './media-upload.js';
import { openClient } from './open-client.js';
import { print, printFields, printJson, type Column, type OutputOptions } from './print.js';
import { getCommand, listCommand } from './read-commands.js';

const tagNames = ({ tags }: Media): string => tags.map((tag) => tag.name).join(', ') || '-';
const pixels = ({ width, height }: Media): string => (width === null || height === null ? '-' : `${width}×${height}`);

const COLUMNS: readonly Column<Media>[] = [
  { heading: 'name', text: (media) => media.name, shrinks: true },
  { heading: 'type', text: (media) => media.type },
  { heading: 'length', text: (media) => formatLength(media.durationSeconds) },
  { heading: 'size', text: pixels, drops: 2 },
  { heading: 'tags', text: tagNames, drops: 1, shrinks: true },
  { heading: 'created', text: (media) => formatDay(media.createdAt), drops: 3 },
  { heading: 'id', text: (media) => media.id },
];

export const mediaCommands = (context: Context): Command =>
  commandGroup('media', 'the media library: look, upload, tag', [
    listCommand(context, {
      about: 'ready media, newest first',
      examples: [
        'media list --query door',
        'media list --tag Summer --tag Window',
        'media list --all --json > media.json',
      ],
      columns: COLUMNS,
      empty: 'No media.',
      hasTags: true,
      list: (client, query) => client.media.list(query),
    }),
    getCommand(context, {
      about: 'one media item',
      examples: ['media get 0192f0c1-…', 'media get 0192f0c1-… --json | jq -r .fileUrl'],
      argument: 'the media item',
      get: (client, id, options) => client.media.get(id, options),
      show: printMedia,
    }),
    uploadCommand(context),
    syncCommand(context),
    tagCommand(context),
  ]);

function printMedia(media: Media): void {
  printFields({
    name: media.name,
    id: media.id,
    type: media.type,
    size: pixels(media),
    length: formatLength(media.durationSeconds),
    tags: tagNames(media),
    created: formatMoment(media.createdAt),
    ...(media.fileUrl !== undefined && { file: media.fileUrl ?? '-' }),
    thumbnail: media.thumbnailUrl ?? '-',
  });
}

const tagCommand = (context: Context): Command =>
  command('tag', 'add tags to a media item; tags that do not exist yet are made', [
    "media tag 0192f0c1-… Summer 'New arrivals'",
  ])
    .argument('<id>', 'the media item')
    .argument('<names...>', 'tag names, at most 10')
    .action(async (id: string, names: string[], options: OutputOptions) => {
      const result = await (await openClient(context)).media.addTags(id, names, context);
      if (options.json) return printJson(result);
      if (!options.quiet)
        print(`${plural(result.added, 'tag')} added: ${result.tags.map(({ name }) => name).join(', ')}.`);
    });
