// What is asked for, by name: paths, with a token where it is not the merchant's first. `grows`
// says that it is also asked of the merchant of a thousand media. The walk is the headline: what callers do.
import { RARE_WORD } from './million.mjs';

const API = '/api/integrations/v1';

const tags =
  (pair) =>
  ({ filled }) => [`/media?${filled[pair].map((id) => `tag=${id}`).join('&')}`];
const search = (q) => () => [`/media?q=${encodeURIComponent(q)}`];
const read = (name, paths, { grows = true } = {}) => ({ name, paths, grows });

export const READS = [
  read('walk', ({ walk }) => walk, { grows: false }),
  read('first page', () => ['/media']),
  read('page at 90 % depth', ({ deepCursor }) => [`/media?cursor=${deepCursor}`]),
  read('random walk', ({ cursors }) => cursors.map((cursor) => `/media?cursor=${cursor}`)),
  read('two tags, common', tags('common')),
  read('two tags, rare', tags('rare')),
  read('two tags, never together', tags('neverTogether')),
  read('search, rare', search(RARE_WORD)),
  read('search, common', search('sale')),
  read('search, one character', search('w')),
  read('search, absent', search('zzzz')),
  read('one media item', ({ mediaIds }) => mediaIds.map((id) => `/media/${id}`)),
  read('tags', () => ['/tags'], { grows: false }),
  read('token', () => ['/token'], { grows: false }),
  read('campaigns', () => ['/campaigns'], { grows: false }),
  read("a campaign's detail", ({ campaignIds }) => campaignIds.map((id) => `/campaigns/${id}`), { grows: false }),
  read('playlists', ({ playlistCursors }) => playlistCursors.map((cursor) => `/playlists?cursor=${cursor}`), {
    grows: false,
  }),
  read("a playlist's detail", ({ playlistIds }) => playlistIds.map((id) => `/playlists/${id}`), { grows: false }),
];

export const toRequest = (target, asked) =>
  typeof asked === 'string' ? getRequest(target.token, asked) : getRequest(asked.token, asked.path);

export const getRequest = (token, path) =>
  `GET ${API}${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`;

// What a signed URL is sent with, up to the body.
export function putHead({ url, headers }, length) {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ ...headers, host, 'content-length': length });
  return `PUT ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

export const postRequest = (token, path, body) => {
  const text = JSON.stringify(body);
  return (
    `POST ${API}${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
};
