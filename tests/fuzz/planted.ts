import type { FaultKind } from './fault.js';
import { CANARY } from './merchant-content.js';
import type { Plant } from './planted-proxy.js';
import type { Target } from './run-fuzz.js';
import type { World } from './world.js';

export type Planted = readonly [about: string, kind: FaultKind, target: Target, plant: Plant, delayMs?: number];

// Longer than it is listened for a second answer.
const LATE_MS = 300;

const RIGHT_TO_LEFT = /%E2%80%AE|\xe2\x80\xae/i;

// Something that a wrong service would answer, each with the fault that it is.
export const planted = ({ pools }: World): readonly Planted[] => [
  [
    'a 500 for a text that turns the direction of writing',
    'server error',
    'integrations',
    ({ sent }, shown) => {
      if (RIGHT_TO_LEFT.test(sent)) shown.status = 500;
    },
  ],
  [
    "another merchant's name for a search with a wildcard",
    "another merchant's data",
    'integrations',
    ({ url }, shown) => {
      if (/[?&]q=[^&]*(?:%25|_|%5C|\*)/.test(url))
        shown.body = shown.body.replace('"items":[', `"items":["${CANARY}",`);
    },
  ],
  [
    "another merchant's id in a list",
    "another merchant's data",
    'console',
    (_seen, shown) => {
      const id = pools.all('other id:token')[0] ?? '';
      shown.body = shown.body.replace(/("lastFour":")/, `"not":"${id}",$1`);
    },
  ],
  [
    'a deletion that reaches another merchant',
    "another merchant's thing",
    'console',
    ({ method, url }, shown) => {
      const ids = ['media', 'playlist', 'campaign'].flatMap((noun) => pools.all(`other id:${noun}`));
      if (method !== 'DELETE' || !ids.some((id) => url.endsWith(id))) return;
      shown.status = 200;
      shown.body = '{}';
    },
  ],
  [
    'a status that the row does not list',
    'undocumented status',
    'integrations',
    ({ url, method }, shown) => {
      if (method === 'GET' && shown.status === 200 && url.includes('limit=200')) {
        shown.status = 409;
        shown.body = JSON.stringify({ error: 'conflict', message: 'Planted.' });
      }
    },
  ],
  [
    'a field too many in a detail',
    'wrong body',
    'integrations',
    ({ url }, shown) => {
      if (/\/media\/[^/?]+$/.test(url))
        shown.body = shown.body.replace('"thumbnailUrl":', '"objectKey":"x","thumbnailUrl":');
    },
  ],
  [
    'a field too few in an item of a list',
    'wrong body',
    'console',
    ({ url }, shown) => {
      if (url.includes('/people')) shown.body = shown.body.replace(/"joinedAt":"[^"]*"/, '"role":"staff"');
    },
  ],
  [
    'the place of a failure in a message',
    'inner detail',
    'console',
    (_seen, shown) => {
      if (shown.status === 422)
        shown.body = shown.body.replace('"message":"', '"message":"at Object.parse (/srv/a.js:1:2) ');
    },
  ],
  [
    'the token in a refusal',
    'secret',
    'integrations',
    ({ sent }, shown) => {
      const [bearer = ''] = /vitrine_[\w-]+/.exec(sent) ?? [];
      if (shown.status === 403) shown.body = shown.body.replace('"message":"', `"message":"${bearer} `);
    },
  ],
  [
    'no X-Request-Id on one kind of answer',
    'wrong header',
    'integrations',
    (_seen, { status, headers }) => {
      if (status === 405) headers.delete('x-request-id');
    },
  ],
  [
    'a 401 that is named otherwise',
    'wrong body',
    'console',
    (_seen, shown) => {
      if (shown.status === 401) shown.body = shown.body.replace('unauthorized', 'forbidden');
    },
  ],
  [
    'a body that is taken although its schema refuses it',
    'accepted against its schema',
    'integrations',
    ({ method, url }, shown) => {
      if (method !== 'POST' || shown.status !== 400 || !/\/media\/[^/]+\/tags$/.test(url)) return;
      shown.status = 200;
      shown.headers.set('content-type', 'application/json; charset=utf-8');
      shown.body = JSON.stringify({ mediaId: pools.all('id:media')[0], tags: [], added: 0 });
    },
  ],
  [
    'a signed URL that works with a changed query',
    'accepted against its signature',
    'storage',
    ({ method }, shown) => {
      if (method === 'GET' && shown.body.includes('SignatureDoesNotMatch')) shown.status = 200;
    },
  ],
  [
    'a range that is a failure of the store',
    'server error',
    'storage',
    (_seen, shown) => {
      if (shown.status === 416) shown.status = 500;
    },
  ],
  [
    'a 500 for what is no HTTP, from a service that takes its time',
    'server error',
    'screens',
    ({ sent }, shown) => {
      // All others say that they end with their answer.
      if (!sent.includes('connection: close')) shown.status = 500;
    },
    LATE_MS,
  ],
];
