import { Type, type Static } from 'typebox';
import { dateTime, nullable, uuid } from '../fields.js';
import { MediaType } from '../media.js';
import { listQuery } from '../page.js';
import { CampaignRef } from './campaign-ref.js';
import { endpoint, person } from '../endpoint.js';
import { exact, nameText, pageOfExactly, revision } from './console-fields.js';
import {
  DEFAULT_ITEM_SECONDS_MAX,
  PLAYLIST_BODY_BYTES_MAX,
  PLAYLIST_COVERS_MAX,
  PLAYLIST_ITEMS_MAX,
  PLAYLIST_NAME_CHARACTERS_MAX,
} from './console-limits.js';

const name = nameText(PLAYLIST_NAME_CHARACTERS_MAX, 'Shown in the console.');
const ownSeconds = nullable(
  Type.Number({ exclusiveMinimum: 0, maximum: DEFAULT_ITEM_SECONDS_MAX }),
  "The item's own play time; null: the media's length, else the merchant's default.",
);

const playlistFields = {
  id: uuid('The playlist.'),
  name: Type.String({ description: 'Shown in the console.' }),
  shared: Type.Boolean({ description: 'False: it is kept to one campaign.' }),
  revision,
  createdAt: dateTime('When it was made.'),
  updatedAt: dateTime('When its name or its items last changed.'),
  totalDurationSeconds: Type.Number({ description: 'How long one round takes.' }),
};

export const PlaylistSummary = exact(
  {
    ...playlistFields,
    itemCount: Type.Integer({ minimum: 0, description: 'How many items it has.' }),
    coverUrls: Type.Array(Type.String(), {
      maxItems: PLAYLIST_COVERS_MAX,
      description: 'Thumbnails of the first items that have one, signed.',
    }),
  },
  'A playlist in a list.',
);
export type PlaylistSummary = Static<typeof PlaylistSummary>;

// What a preview needs to play an item.
export const PlayedMedia = exact(
  {
    name: Type.String({ description: 'Its name.' }),
    width: nullable(Type.Integer(), 'Pixels.'),
    height: nullable(Type.Integer(), 'Pixels.'),
    durationSeconds: nullable(Type.Number(), "A video's own length."),
    thumbnailUrl: nullable(Type.String(), 'Signed for 15 minutes.'),
    fileUrl: nullable(Type.String(), 'Signed for 15 minutes; for a web page its own address.'),
  },
  'The media item behind an entry.',
);
export type PlayedMedia = Static<typeof PlayedMedia>;

export const ConsolePlaylist = exact(
  {
    ...playlistFields,
    items: Type.Array(
      exact(
        {
          mediaId: uuid('The media item.'),
          type: MediaType,
          ownSeconds,
          durationSeconds: Type.Number({ description: 'Seconds played.' }),
          media: PlayedMedia,
        },
        'One entry.',
      ),
      { description: 'In play order.' },
    ),
    usedIn: Type.Array(CampaignRef, {
      description: 'Campaigns whose live version or newest version names it, by name.',
    }),
  },
  'A playlist with everything that the console shows of it.',
);
export type ConsolePlaylist = Static<typeof ConsolePlaylist>;

const items = Type.Array(exact({ mediaId: uuid('The media item.'), ownSeconds }, 'One entry.'), {
  maxItems: PLAYLIST_ITEMS_MAX,
  description: 'All of them, in play order.',
});

export const CreatePlaylistRequest = exact(
  {
    id: uuid("The console's own id for it. Sending the same again is a safe retry."),
    name,
    items: Type.Optional(items),
  },
  'A playlist to make; it is shared.',
);
export type CreatePlaylistRequest = Static<typeof CreatePlaylistRequest>;

export const UpdatePlaylistRequest = exact(
  {
    revision,
    name: Type.Optional(name),
    shared: Type.Optional(Type.Boolean({ description: 'False keeps it to the one campaign that uses it.' })),
    items: Type.Optional(items),
  },
  'What is left out stays as it is.',
);
export type UpdatePlaylistRequest = Static<typeof UpdatePlaylistRequest>;

export const consolePlaylistEndpoints = {
  listConsolePlaylists: endpoint({
    method: 'GET',
    path: '/playlists',
    access: person('staff'),
    summary: 'Shared playlists, most recently updated first',
    query: listQuery('the name'),
    response: pageOfExactly(PlaylistSummary, 'Most recently updated first.'),
    errors: [400, 401, 403, 404],
  }),
  getConsolePlaylist: endpoint({
    method: 'GET',
    path: '/playlists/:id',
    access: person('staff'),
    summary: 'A playlist with its items, shared or not',
    response: ConsolePlaylist,
    errors: [401, 403, 404],
  }),
  createPlaylist: endpoint({
    method: 'POST',
    path: '/playlists',
    access: person('staff'),
    summary: 'Make a playlist',
    body: CreatePlaylistRequest,
    bodyBytesMax: PLAYLIST_BODY_BYTES_MAX,
    response: ConsolePlaylist,
    errors: [400, 401, 403, 404, 409, 413, 422],
  }),
  updatePlaylist: endpoint({
    method: 'PATCH',
    path: '/playlists/:id',
    access: person('staff'),
    summary: 'Rename a playlist, share it or keep it to its campaign, set its items',
    body: UpdatePlaylistRequest,
    bodyBytesMax: PLAYLIST_BODY_BYTES_MAX,
    response: ConsolePlaylist,
    errors: [400, 401, 403, 404, 409, 413, 422],
  }),
  deletePlaylist: endpoint({
    method: 'DELETE',
    path: '/playlists/:id',
    access: person('staff'),
    summary: 'Delete a playlist; live campaigns play on what they were published with',
    response: exact({ id: uuid('What is gone.') }, 'What was deleted.'),
    errors: [400, 401, 403, 404],
  }),
};
