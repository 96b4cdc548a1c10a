import { API_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import type { Shop } from './service.js';
import { send, type Answer } from './service.js';
import { aCampaign, aPlaylist, anImage } from './content.js';

// Tests that hold for every endpoint walk this table, so that a new endpoint cannot forget a gate.
export const walk: readonly (readonly [string, Endpoint])[] = Object.values(endpoints).map((endpoint) => [
  `${endpoint.method} ${endpoint.path}`,
  endpoint,
]);

// Content that gives every path parameter something to name.
export const walkContent = () => {
  const [media, playlist, campaign] = [anImage(), aPlaylist(), aCampaign()];
  return {
    archive: { media: [media], playlists: [playlist], campaigns: [campaign] },
    ids: { '/media/:id': media.id, '/playlists/:id': playlist.id, '/campaigns/:lineageId': campaign.lineageId },
  };
};

export type WalkIds = ReturnType<typeof walkContent>['ids'];

// The endpoint's address with ids that exist.
export function addressOf(url: string, endpoint: Endpoint, ids: WalkIds): string {
  const known = Object.entries(ids).find(([path]) => endpoint.path.startsWith(path));
  return url + API_PATH + endpoint.path.replace(/:\w+/, known?.[1] ?? '');
}

export function call(url: string, endpoint: Endpoint, ids: WalkIds, bearer?: string): Promise<Answer> {
  return send(addressOf(url, endpoint, ids), bearer, { method: endpoint.method });
}

export type Walked = { readonly shop: Shop; readonly ids: WalkIds };
