import type { FastifyInstance } from 'fastify';
import { endpoints } from '@vitrine/contract/endpoints';
import type { GateDeps } from '../http/gates.js';
import { route } from '../http/route.js';
import { parsePlaylistId } from '../ids.js';
import { getPlaylist } from './get-playlist.js';
import { listPlaylists, type PlaylistDeps } from './list-playlists.js';

export function playlistRoutes(app: FastifyInstance, deps: GateDeps & PlaylistDeps): void {
  route(app, deps, endpoints.listPlaylists, ({ caller, query }) => listPlaylists(deps, caller, query));
  route(app, deps, endpoints.getPlaylist, async ({ caller, params }) =>
    getPlaylist(deps, caller, parsePlaylistId(params.id)),
  );
}
