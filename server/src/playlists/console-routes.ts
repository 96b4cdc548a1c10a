import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleDeps } from '../console/console-gates.js';
import { consoleRoute } from '../console/console-route.js';
import { parsePlaylistId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { createPlaylist } from './create-playlist.js';
import { deletePlaylist } from './delete-playlist.js';
import { getConsolePlaylist } from './get-console-playlist.js';
import { listConsolePlaylists } from './list-console-playlists.js';
import { updatePlaylist } from './update-playlist.js';

type Deps = ConsoleDeps & { readonly store: ObjectStore; readonly cursorKey: KeyObject };

export function playlistConsoleRoutes(app: FastifyInstance, deps: Deps): void {
  consoleRoute(app, deps, consoleEndpoints.listConsolePlaylists, ({ member, query }) =>
    listConsolePlaylists(deps, member.merchantId, query),
  );
  consoleRoute(app, deps, consoleEndpoints.getConsolePlaylist, async ({ member, params }) =>
    getConsolePlaylist(deps, member.merchantId, parsePlaylistId(params.id)),
  );
  consoleRoute(app, deps, consoleEndpoints.createPlaylist, ({ member, body, requestId }) =>
    createPlaylist(deps, member.merchantId, body, { person: member, requestId }),
  );
  consoleRoute(app, deps, consoleEndpoints.updatePlaylist, async ({ member, params, body, requestId }) => {
    const order = { ...body, playlistId: parsePlaylistId(params.id) };
    return updatePlaylist(deps, member.merchantId, order, { person: member, requestId });
  });
  consoleRoute(app, deps, consoleEndpoints.deletePlaylist, async ({ member, params, requestId }) =>
    deletePlaylist(deps, member.merchantId, parsePlaylistId(params.id), { person: member, requestId }),
  );
}
