import type { KeyObject } from 'node:crypto';
import type { CreatePlaylistRequest, UpdatePlaylistRequest } from '@vitrine/contract/console/playlists';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { ListQuery } from '../http/list-page.js';
import { parsePlaylistId } from '../ids.js';
import type { PersonPrincipal, Principal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import { createPlaylist } from './create-playlist.js';
import { deletePlaylist } from './delete-playlist.js';
import { getConsolePlaylist, getPlaylist } from './get-playlist.js';
import { listConsolePlaylists, listPlaylists } from './list-playlists.js';
import { updatePlaylist } from './update-playlist.js';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly cursorKey: KeyObject;
};
type Named = { readonly params: { readonly id: string } };

export const playlistHandlers = {
  listPlaylists: (deps: Deps, principal: Principal, { query }: { readonly query: ListQuery }) =>
    listPlaylists(deps, principal, query),
  getPlaylist: async (deps: Deps, principal: Principal, { params }: Named) =>
    getPlaylist(deps, principal, parsePlaylistId(params.id)),
  listConsolePlaylists: (deps: Deps, principal: PersonPrincipal, { query }: { readonly query: ListQuery }) =>
    listConsolePlaylists(deps, principal.merchantId, query),
  getConsolePlaylist: async (deps: Deps, principal: PersonPrincipal, { params }: Named) =>
    getConsolePlaylist(deps, principal.merchantId, parsePlaylistId(params.id)),
  createPlaylist: (deps: Deps, principal: PersonPrincipal, { body }: { readonly body: CreatePlaylistRequest }) =>
    createPlaylist(deps, principal.merchantId, body, principal),
  updatePlaylist: async (
    deps: Deps,
    principal: PersonPrincipal,
    { params, body }: Named & { readonly body: UpdatePlaylistRequest },
  ) => updatePlaylist(deps, principal.merchantId, { ...body, playlistId: parsePlaylistId(params.id) }, principal),
  deletePlaylist: async (deps: Deps, principal: PersonPrincipal, { params }: Named) =>
    deletePlaylist(deps, principal.merchantId, parsePlaylistId(params.id), principal),
};
