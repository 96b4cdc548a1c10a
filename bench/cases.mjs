// What is asked for, by name. `f1` says that F1 answers it too; `grows` that it is also asked of the merchant of a
// thousand media.
import { RARE_WORD } from './million.mjs';

export const API = '/api/integrations/v1';

const page = (query) => (target) => [`/media${query(target)}`];
const tags = (pick) =>
  page(
    ({ filled }) =>
      `?${pick(filled)
        .map((id) => `tag=${id}`)
        .join('&')}`,
  );
const search = (q) => page(() => `?q=${encodeURIComponent(q)}`);

export const READS = [
  { name: 'first page', f1: true, grows: true, paths: page(() => '') },
  { name: 'page at 90 % depth', f1: true, grows: true, paths: page(({ deepCursor }) => `?cursor=${deepCursor}`) },
  {
    name: 'random walk',
    f1: true,
    grows: true,
    paths: ({ cursors }) => cursors.map((cursor) => `/media?cursor=${cursor}`),
  },
  { name: 'two tags, common', f1: true, grows: true, paths: tags(({ common }) => common) },
  { name: 'two tags, rare', f1: true, grows: true, paths: tags(({ rare }) => rare) },
  { name: 'two tags, never together', f1: true, grows: true, paths: tags(({ neverTogether }) => neverTogether) },
  { name: 'search, rare', f1: true, grows: true, paths: search(RARE_WORD) },
  { name: 'search, common', f1: true, grows: true, paths: search('sale') },
  { name: 'search, one character', f1: true, grows: true, paths: search('w') },
  { name: 'search, absent', f1: true, grows: true, paths: search('zzzz') },
  { name: 'one media item', f1: true, grows: true, paths: ({ mediaIds }) => mediaIds.map((id) => `/media/${id}`) },
  { name: 'tags', f1: true, grows: false, paths: () => ['/tags'] },
  { name: 'campaigns', f1: false, grows: false, paths: () => ['/campaigns'] },
  { name: "a campaign's detail", f1: false, grows: false, paths: ({ campaignId }) => [`/campaigns/${campaignId}`] },
];

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
