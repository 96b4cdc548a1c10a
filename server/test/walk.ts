import { randomUUID } from 'node:crypto';
import { API_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { aCampaign, anImage, anUploadRequest, aPlaylist } from './content.js';
import { send, type Answer } from './service.js';

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
    ids: {
      '/media/:id': media.id,
      '/media/uploads/:id': media.id,
      '/playlists/:id': playlist.id,
      '/campaigns/:lineageId': campaign.lineageId,
    },
  };
};

export type WalkIds = { readonly [path in keyof ReturnType<typeof walkContent>['ids']]: string };

// The endpoint's address with ids that exist.
export function addressOf(url: string, endpoint: Endpoint, ids: WalkIds): string {
  const known = Object.entries(ids).find(([path]) => endpoint.path.startsWith(path));
  return url + API_PATH + endpoint.path.replace(/:\w+/, known?.[1] ?? '');
}

// A body that the endpoint accepts.
export function bodyOf({ path, body }: Endpoint): unknown {
  if (body === undefined) return undefined;
  if (path === '/media/uploads') return anUploadRequest({ id: randomUUID() });
  return path.endsWith('/tags') ? { add: ['Summer'] } : {};
}

export function initOf(endpoint: Endpoint): RequestInit {
  const body = bodyOf(endpoint);
  if (body === undefined) return { method: endpoint.method };
  return { method: endpoint.method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function call(url: string, endpoint: Endpoint, ids: WalkIds, bearer?: string): Promise<Answer> {
  return send(addressOf(url, endpoint, ids), bearer, initOf(endpoint));
}
