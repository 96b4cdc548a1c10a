import type { Clock } from '../clock.js';
import type { ObjectKey } from './object-key.js';
import type { ObjectStore } from './object-store.js';
import { WINDOW_SECONDS } from './presign-object.js';

// Some hundred pages of a library; each URL takes some 600 bytes.
const URLS_MAX = 10_000;

// The store as people see it: what they are shown has one URL for some minutes, signed once.
export function rememberWindows(store: ObjectStore, clock: Clock): ObjectStore {
  const urls = new Map<ObjectKey, string>();
  let window = Number.NaN;
  let signedWith: object | undefined;
  const signedGetUrl = (key: ObjectKey): string => {
    const now = Math.floor(clock.now() / (WINDOW_SECONDS * 1000));
    const keys = store.urlKeys();
    // A URL ends with the keys that signed it: one that is shown late in a window may not be signed with old ones.
    if (now !== window || keys !== signedWith || urls.size >= URLS_MAX) urls.clear();
    window = now;
    signedWith = keys;
    const url = urls.get(key) ?? store.windowGetUrl(key);
    urls.set(key, url);
    return url;
  };
  return { ...store, signedGetUrl, signedGetUrls: (keys) => keys.map(signedGetUrl) };
}
