import type { Playlist, PlaylistDetail, PlayItem } from '@vitrine/client';
import type { Command } from 'commander';
import { commandGroup, type Context } from './command.js';
import { formatLength, formatMoment, formatSeconds } from './format.js';
import { print, printFields, printTable, type Column } from './print.js';
import { getCommand, listCommand } from './read-commands.js';

const COLUMNS: readonly Column<Playlist>[] = [
  { heading: 'name', text: (playlist) => playlist.name, shrinks: true },
  { heading: 'updated', text: (playlist) => formatMoment(playlist.updatedAt), drops: 1 },
  { heading: 'id', text: (playlist) => playlist.id },
];

export const playlistsCommands = (context: Context): Command =>
  commandGroup('playlists', 'playlists and what they play', [
    listCommand(context, {
      about: 'shared playlists, most recently updated first',
      examples: ['playlists list', 'playlists list --all --json'],
      columns: COLUMNS,
      empty: 'No playlists.',
      list: (client, query) => client.playlists.list(query),
    }),
    getCommand(context, {
      about: 'a playlist with its items in play order',
      examples: ['playlists get 0192f0c1-…', 'playlists get 0192f0c1-… --json'],
      argument: 'the playlist',
      get: (client, id, options) => client.playlists.get(id, options),
      show: printPlaylist,
    }),
  ]);

function printPlaylist(playlist: PlaylistDetail): void {
  printFields({
    name: playlist.name,
    id: playlist.id,
    updated: formatMoment(playlist.updatedAt),
    'one round': formatSeconds(playlist.totalDurationSeconds),
  });
  printItems(playlist.items);
}

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
