import type { Static } from 'typebox';
import {
  DEFAULT_ITEM_SECONDS_MAX,
  PLAYLIST_BODY_BYTES_MAX,
  PLAYLIST_COVERS_MAX,
  PLAYLIST_ITEMS_MAX,
  PLAYLIST_NAME_CHARACTERS_MAX,
} from './console-limits.js';
import { endpoint, person, token } from './endpoint.js';
import {
  count,
  dateTime,
  Deleted,
  exact,
  flag,
  listOf,
  named,
  nameText,
  nullable,
  oneOf,
  revision,
  text,
  uuid,
} from './fields.js';
import { MediaType } from './media.js';
import { listQuery, pageOf, pageOfExactly } from './page.js';
import { CampaignUse } from './references.js';
import { Type } from './type.js';

export const PlayItem = named('PlayItem', 'One entry of what a screen plays.', {
  mediaId: uuid('The media item that plays.'),
  type: MediaType,
  durationSeconds: Type.Number({
    description: "Seconds played: the item's own setting, else the media's length, else the merchant's default.",
  }),
});
export type PlayItem = Static<typeof PlayItem>;

const playlistFields = {
  id: uuid('The playlist.'),
  name: text('Shown in the console.'),
  createdAt: dateTime('When it was made.'),
  updatedAt: dateTime('When its name or its items last changed.'),
};
const totalDurationSeconds = Type.Number({ description: 'How long one round takes.' });

export const Playlist = named('Playlist', 'Media in an order.', playlistFields);
export type Playlist = Static<typeof Playlist>;

export const PlaylistDetail = named('PlaylistDetail', 'A playlist with what it plays.', {
  ...playlistFields,
  totalDurationSeconds,
  items: listOf(PlayItem, 'In play order.'),
});
export type PlaylistDetail = Static<typeof PlaylistDetail>;

export const PlaylistPage = pageOf(Playlist, 'PlaylistPage');
export type PlaylistPage = Static<typeof PlaylistPage>;

const name = nameText(PLAYLIST_NAME_CHARACTERS_MAX, 'Shown in the console.');
const ownSeconds = nullable(
  Type.Number({ exclusiveMinimum: 0, maximum: DEFAULT_ITEM_SECONDS_MAX }),
  "The item's own play time; null: the media's length, else the merchant's default.",
);

const consoleFields = {
  ...playlistFields,
  totalDurationSeconds,
  shared: flag('False: it is kept to one campaign.'),
  revision,
};

export const PlaylistUse = exact('A campaign that uses a playlist.', {
  ...CampaignUse.properties,
  isOn: flag('Whether it runs and was published with this playlist: screens play it now, as it was then.'),
});
export type PlaylistUse = Static<typeof PlaylistUse>;

const usedIn = listOf(PlaylistUse, 'Campaigns whose live version or newest version names it, by name.');

export const PlaylistSummary = exact('A playlist in a list.', {
  ...consoleFields,
  itemCount: count('How many items it has.'),
  coverUrls: Type.Array(Type.String(), {
    maxItems: PLAYLIST_COVERS_MAX,
    description: 'Thumbnails of the first items that have one, signed.',
  }),
  usedIn,
});
export type PlaylistSummary = Static<typeof PlaylistSummary>;

// What a preview needs to play an item.
export const PlayedMedia = exact('The media item behind an entry.', {
  name: text('Its name.'),
  width: nullable(Type.Integer(), 'Pixels.'),
  height: nullable(Type.Integer(), 'Pixels.'),
  durationSeconds: nullable(Type.Number(), "A video's own length."),
  thumbnailUrl: nullable(Type.String(), 'Signed for 15 minutes.'),
  fileUrl: nullable(Type.String(), 'Signed for 15 minutes; for a web page its own address.'),
});
export type PlayedMedia = Static<typeof PlayedMedia>;

export const ConsolePlaylist = exact('A playlist with everything that the console shows of it.', {
  ...consoleFields,
  items: listOf(
    exact('One entry.', {
      mediaId: uuid('The media item.'),
      type: MediaType,
      ownSeconds,
      durationSeconds: Type.Number({ description: 'Seconds played.' }),
      media: PlayedMedia,
    }),
    'In play order.',
  ),
  usedIn,
});
export type ConsolePlaylist = Static<typeof ConsolePlaylist>;

const items = Type.Array(exact('One entry.', { mediaId: uuid('The media item.'), ownSeconds }), {
  maxItems: PLAYLIST_ITEMS_MAX,
  description: 'All of them, in play order.',
});

export const CreatePlaylistRequest = exact('A playlist to make; it is shared.', {
  id: uuid("The console's own id for it. Sending the same again is a safe retry."),
  name,
  items: Type.Optional(items),
  copyOf: Type.Optional(uuid('A playlist whose items it begins with, each with its own time; in place of `items`.')),
});
export type CreatePlaylistRequest = Static<typeof CreatePlaylistRequest>;

export const UpdatePlaylistRequest = exact('What is left out stays as it is.', {
  revision,
  name: Type.Optional(name),
  shared: Type.Optional(flag('False keeps it to the one campaign that uses it.')),
  items: Type.Optional(items),
});
export type UpdatePlaylistRequest = Static<typeof UpdatePlaylistRequest>;

const PLAYLIST_SORTS = ['updated', 'created', 'name', 'longest'] as const;
export type PlaylistSort = (typeof PLAYLIST_SORTS)[number];

const PLAYLIST_KINDS = ['on', 'used', 'unused', 'empty'] as const;
export type PlaylistKind = (typeof PLAYLIST_KINDS)[number];

export const PlaylistListQuery = exact('What to list.', {
  ...listQuery('the name').properties,
  sort: Type.Optional(
    oneOf(
      PLAYLIST_SORTS,
      'The order: last changed first, newest first, by name, or longest first. `updated` when left out.',
    ),
  ),
  kind: Type.Optional(
    oneOf(
      PLAYLIST_KINDS,
      'Only those that a running campaign was published with; that a campaign uses, or screens while nothing runs; that nothing uses; that have no items.',
    ),
  ),
});
export type PlaylistListQuery = Static<typeof PlaylistListQuery>;

export const PlaylistCounts = exact('How many playlists the search finds, by what is to be listed.', {
  all: count('All that are shared.'),
  on: count('Those that a running campaign was published with.'),
  used: count('Those that a campaign uses, or screens while nothing runs.'),
  unused: count('The others.'),
  empty: count('Those without items, used or not.'),
});
export type PlaylistCounts = Static<typeof PlaylistCounts>;

export const PlaylistSummaryPage = exact('One page of playlists.', {
  ...pageOfExactly(PlaylistSummary, 'In the order that was asked for.').properties,
  counts: nullable(PlaylistCounts, 'Told with the first page; null on the next ones.'),
});
export type PlaylistSummaryPage = Static<typeof PlaylistSummaryPage>;

export const AddPlaylistItemsRequest = exact('Media to put into a playlist, whoever changed it meanwhile.', {
  mediaIds: Type.Array(uuid('A media item.'), {
    minItems: 1,
    maxItems: PLAYLIST_ITEMS_MAX,
    description: 'In the order in which they are to play.',
  }),
});
export type AddPlaylistItemsRequest = Static<typeof AddPlaylistItemsRequest>;

export const playlistEndpoints = {
  listPlaylists: endpoint('GET /playlists', token('playlists:read'), {
    summary: 'List playlists',
    description:
      'Shared playlists, most recently updated first. A playlist that belongs to one campaign is not listed; its id is in that campaign and can be read.',
    query: listQuery('the name'),
    ownFaults: 'invalid_request',
    response: PlaylistPage,
  }),
  getPlaylist: endpoint('GET /playlists/:id', token('playlists:read'), {
    summary: 'Get a playlist',
    description: 'With its items in play order. The id can be that of a list item or a `playlistId` of a campaign.',
    params: { id: 'The playlist.' },
    response: PlaylistDetail,
  }),
  listConsolePlaylists: endpoint('GET /playlists', person('staff'), {
    summary: 'Shared playlists, most recently updated first unless another order is asked for',
    query: PlaylistListQuery,
    response: PlaylistSummaryPage,
  }),
  getConsolePlaylist: endpoint('GET /playlists/:id', person('staff'), {
    summary: 'A playlist with its items, shared or not',
    response: ConsolePlaylist,
  }),
  createPlaylist: endpoint('POST /playlists', person('staff'), {
    summary: 'Make a playlist',
    body: CreatePlaylistRequest,
    bodyBytesMax: PLAYLIST_BODY_BYTES_MAX,
    response: ConsolePlaylist,
    errors: [409, 422],
  }),
  updatePlaylist: endpoint('PATCH /playlists/:id', person('staff'), {
    summary: 'Rename a playlist, share it or keep it to its campaign, set its items',
    body: UpdatePlaylistRequest,
    bodyBytesMax: PLAYLIST_BODY_BYTES_MAX,
    response: ConsolePlaylist,
    errors: [409, 422],
  }),
  addPlaylistItems: endpoint('POST /playlists/:id/items', person('staff'), {
    summary: 'Put media into a playlist, behind what is in it at that moment',
    body: AddPlaylistItemsRequest,
    bodyBytesMax: PLAYLIST_BODY_BYTES_MAX,
    response: PlaylistSummary,
    errors: [409, 422],
  }),
  deletePlaylist: endpoint('DELETE /playlists/:id', person('staff'), {
    summary: 'Delete a playlist; live campaigns play on what they were published with',
    response: Deleted,
  }),
};
