import type { Command } from 'commander';
import type { Playlist, PlayItem } from '@vitrine/client';
import { command, commandGroup, listCommand, type ListFlags } from './command.js';
import type { Context } from './context.js';
import { formatLength, formatMoment, formatSeconds } from './format.js';
import { openClient } from './open-client.js';
import { print, printFields, printJson, printTable, type Column, type OutputOptions } from './print.js';
import { pageSize, printList } from './print-list.js';

const COLUMNS: readonly Column<Playlist>[] = [
  { heading: 'name', text: (playlist) => playlist.name, shrinks: true },
  { heading: 'updated', text: (playlist) => formatMoment(playlist.updatedAt), drops: 1 },
  { heading: 'id', text: (playlist) => playlist.id },
];

export const playlistsCommands = (context: Context): Command =>
  commandGroup('playlists', 'playlists and what they play', [list(context), get(context)]);

const list = (context: Context): Command =>
  listCommand('shared playlists, most recently updated first', [
    'playlists list',
    'playlists list --all --json',
  ]).action(async (flags: ListFlags) => {
    const client = await openClient(context);
    const found = client.playlists.list({ q: flags.query, limit: pageSize(flags), signal: context.signal });
    return printList(found, flags, { columns: COLUMNS, empty: 'No playlists.' });
  });

const get = (context: Context): Command =>
  command('get', 'a playlist with its items in play order', [
    'playlists get 0192f0c1-…',
    'playlists get 0192f0c1-… --json',
  ])
    .argument('<id>', 'the playlist')
    .action(async (id: string, options: OutputOptions) => {
      const playlist = await (await openClient(context)).playlists.get(id, context);
      if (options.json) return printJson(playlist);
      if (options.quiet) return;
      printFields({
        name: playlist.name,
        id: playlist.id,
        updated: formatMoment(playlist.updatedAt),
        'one round': formatSeconds(playlist.totalDurationSeconds),
      });
      printItems(playlist.items);
    });

export function printItems(items: readonly PlayItem[]): void {
  print('');
  printTable(
    ITEM_COLUMNS,
    items.map((item, at) => ({ ...item, at: at + 1 })),
  );
}

const ITEM_COLUMNS: readonly Column<PlayItem & { readonly at: number }>[] = [
  { heading: '#', text: ({ at }) => String(at) },
  { heading: 'type', text: ({ type }) => type },
  { heading: 'plays', text: ({ durationSeconds }) => formatLength(durationSeconds) },
  { heading: 'media', text: ({ mediaId }) => mediaId },
];
