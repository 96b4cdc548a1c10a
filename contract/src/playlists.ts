import { Type, type Static } from 'typebox';
import { endpoint, token } from './endpoint.js';
import { dateTime, uuid } from './fields.js';
import { MediaType } from './media.js';
import { listQuery, pageOf } from './page.js';

export const PlayItem = Type.Object(
  {
    mediaId: uuid('The media item that plays.'),
    type: MediaType,
    durationSeconds: Type.Number({
      description: "Seconds played: the item's own setting, else the media's length, else the merchant's default.",
    }),
  },
  { $id: 'PlayItem', title: 'PlayItem', description: 'One entry of what a screen plays.' },
);
export type PlayItem = Static<typeof PlayItem>;

const playlistFields = {
  id: uuid('The playlist.'),
  name: Type.String({ description: 'Shown in the console.' }),
  createdAt: dateTime('When it was made.'),
  updatedAt: dateTime('When its name or its items last changed.'),
};

export const Playlist = Type.Object(playlistFields, {
  $id: 'Playlist',
  title: 'Playlist',
  description: 'Media in an order.',
});
export type Playlist = Static<typeof Playlist>;

export const PlaylistDetail = Type.Object(
  {
    ...playlistFields,
    totalDurationSeconds: Type.Number({ description: 'How long one round takes.' }),
    items: Type.Array(PlayItem, { description: 'In play order.' }),
  },
  { $id: 'PlaylistDetail', title: 'PlaylistDetail', description: 'A playlist with what it plays.' },
);
export type PlaylistDetail = Static<typeof PlaylistDetail>;

export const PlaylistPage = pageOf(Playlist, 'PlaylistPage');
export type PlaylistPage = Static<typeof PlaylistPage>;

export const playlistEndpoints = {
  listPlaylists: endpoint({
    method: 'GET',
    path: '/playlists',
    access: token('playlists:read'),
    summary: 'List playlists',
    description:
      'Shared playlists, most recently updated first. A playlist that belongs to one campaign is not listed; its id is in that campaign and can be read.',
    query: listQuery('the name'),
    response: PlaylistPage,
    errors: [400, 401, 403, 429],
  }),
  getPlaylist: endpoint({
    method: 'GET',
    path: '/playlists/:id',
    access: token('playlists:read'),
    summary: 'Get a playlist',
    description: 'With its items in play order. The id can be that of a list item or a `playlistId` of a campaign.',
    params: { id: 'The playlist.' },
    response: PlaylistDetail,
    errors: [401, 403, 404, 429],
  }),
};
