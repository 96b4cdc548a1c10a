import type { Command } from 'commander';
import type { Media } from '@vitrine/client';
import { collect, command, commandGroup, listCommand, type ListFlags } from './command.js';
import type { Context } from './context.js';
import { formatDay, formatLength, formatMoment, plural } from './format.js';
import { syncCommand } from './media-sync.js';
import { uploadCommand } from './media-upload.js';
import { openClient } from './open-client.js';
import { print, printFields, printJson, type Column, type OutputOptions } from './print.js';
import { pageSize, printList } from './print-list.js';
import { requireTagIds } from './tags.js';

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
    list(context),
    get(context),
    uploadCommand(context),
    syncCommand(context),
    tag(context),
  ]);

const list = (context: Context): Command =>
  listCommand('ready media, newest first', [
    'media list --query door',
    'media list --tag Summer --tag Window',
    'media list --all --json > media.json',
  ])
    .option('--tag <name>', 'only those with this tag (name or id); repeat it for several', collect)
    .action(async (flags: ListFlags & { tag?: string[] }) => {
      const client = await openClient(context);
      const tagIds = await requireTagIds(client, flags.tag ?? [], context.signal);
      const found = client.media.list({ q: flags.query, tag: tagIds, limit: pageSize(flags), signal: context.signal });
      return printList(found, flags, { columns: COLUMNS, empty: 'No media.' });
    });

const get = (context: Context): Command =>
  command('get', 'one media item', ['media get 0192f0c1-…', 'media get 0192f0c1-… --json | jq -r .fileUrl'])
    .argument('<id>', 'the media item')
    .action(async (id: string, options: OutputOptions) => {
      const media = await (await openClient(context)).media.get(id, context);
      if (options.json) return printJson(media);
      if (!options.quiet) printMedia(media);
    });

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

const tag = (context: Context): Command =>
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
