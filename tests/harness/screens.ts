import { randomUUID } from 'node:crypto';
import { SCREENS_PATH } from '@vitrine/contract/endpoint';
import type { Orientation } from '@vitrine/contract/screen-words';
import { hashSecret, newScreenSecret } from '../../server/src/identity/token-secret.js';
import { parseMerchantId, parseScreenId } from '../../server/src/ids.js';
import { startPairing } from '../../server/src/screens/pairing.js';
import { insertScreen } from '../../server/src/screens/queries.js';
import { ask, type ConsoleAnswer } from './console.js';
import type { Service } from './service.js';

type Parts = {
  readonly id?: string;
  readonly name?: string;
  readonly orientation?: Orientation;
  readonly timeZone?: string | null;
  readonly tagIds?: string[];
};

// A screen of the merchant that is paired.
export async function newScreen(service: Service, merchantId: string, parts: Parts = {}) {
  const [id, key] = [parseScreenId(parts.id ?? randomUUID()), newScreenSecret()];
  const at = new Date(service.clock.now()).toISOString();
  await insertScreen(service.db, parseMerchantId(merchantId), {
    id,
    name: parts.name ?? 'Window',
    orientation: parts.orientation ?? 'landscape',
    time_zone: parts.timeZone ?? null,
    tag_ids: parts.tagIds ?? [],
    key_hash: hashSecret(key),
    is_demo: false,
    created_at: at,
    paired_at: at,
  });
  return { id, key, ...screenCalls(service.url, key) };
}

export type TestScreen = Awaited<ReturnType<typeof newScreen>>;

type Headers = Record<string, string>;

// What a browser with a key or a secret asks, at whichever instance.
export const screenCalls = (url: string, key: string) => ({
  get: (path: string, headers: Headers = {}) => askScreens(url, 'GET', path, { headers: withKey(key, headers) }),
  post: (path: string, body: unknown) => askScreens(url, 'POST', path, { headers: withKey(key), body }),
});

const withKey = (key: string, more: Headers = {}): Headers => ({ authorization: `Bearer ${key}`, ...more });

export const askScreens = (
  url: string,
  method: string,
  path: string,
  sent: { readonly headers?: Headers; readonly body?: unknown } = {},
): Promise<ConsoleAnswer> => ask(url, method, SCREENS_PATH + path, sent);

// A browser that shows a code.
export async function newPairing(service: Service) {
  // From an address of its own, so that tests do not use up each other's attempts.
  const from = { address: randomUUID(), secret: undefined, hangUp: new AbortController().signal };
  const { code, secret } = await startPairing(service, { ...from, kind: 'television' });
  return { code, secret, ...screenCalls(service.url, secret) };
}

export const A_BEAT = {
  programVersion: null,
  lineageId: null,
  mediaId: null,
  freeBytes: 1_000_000_000,
  storesFiles: true,
  playerVersion: '1',
  width: 1920,
  height: 1080,
  faults: [],
};
