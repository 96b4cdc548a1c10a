// The black box, tried on the service itself: it passes on the real one, and falls over one that answers otherwise.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { newTokenSecret } from '../server/src/identity/token-secret.js';
import { exampleArchive } from './harness/archive-fixture.js';
import { findFreePort } from './harness/free-port.js';
import { aToken, useService } from './harness/service.js';

const MAIN = join(import.meta.dirname, 'blackbox/main.mjs');

// The contract's own budgets: a run must fit into one minute's, and time stands still here.
const service = useService({ limits: { readsPerMinute: 120, writesPerMinute: 30 } });

test('every sentence of the contract holds on the service, and what was skipped and left is told', async () => {
  const { code, stdout } = await runBlackbox(['--url', service.url, ...(await newTokens()), '--use-up']);
  assert.equal(code, 0, stdout);
  const [, sum] = stdout.split('\n\n');
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  assert.deepEqual(sum?.replaceAll(id, '{id}').trim().split('\n'), [
    '78 held, 0 did not, 7 were skipped.',
    '  2 skipped: each token has media:read',
    '  2 skipped: each token has campaigns:read',
    '  1 skipped: each token has tags:write',
    "  1 skipped: not both merchants' tokens may do playlists:read",
    "  1 skipped: not both merchants' tokens may do media:write",
    'Left behind: the tag «Blackbox check»',
    'Left behind: the media item «Blackbox check {id}, may be deleted» ({id})',
  ]);
});

test('one that answers otherwise is told by the sentences that do not hold, and by its exit code', async () => {
  const spoiled = await startSpoiled(service.url);
  const { code, stdout } = await runBlackbox(['--url', spoiled.url, ...(await newTokens())]);
  spoiled.close();
  const broken = stdout.split('\n').filter((line) => line.startsWith('✗'));
  assert.deepEqual(
    [code, broken],
    [
      1,
      [
        '✗ GET /playlists: without its scope it is a 403 that names playlists:read',
        '✗ GET /tags: cursors lead through the same items in the same order, each once',
        '✗ GET /media/{id}: an item of the list has all that the list says of it',
        '✗ GET /media/{id} answers what finalize did, and what came back is what went in',
        '✗ tags are added once, and a name in other case and spacing is the same tag',
      ],
    ],
  );
});

test('a service that cannot be reached and a token that it refuses are told in a sentence', async () => {
  const gone = `127.0.0.1:${await findFreePort()}`;
  for (const [url, why] of [
    [
      service.url,
      'A token is refused: The token is missing, unknown, expired or revoked, or its merchant is suspended or its plan has ended. Send the header Authorization: Bearer <token>.',
    ],
    [`http://${gone}`, `GET /media: fetch failed (connect ECONNREFUSED ${gone})`],
  ]) {
    const { code, stdout } = await runBlackbox(['--url', `${url}/`, '--token', newTokenSecret()]);
    const told = `✗ the service answers, and knows each token\n    ${why}\n\n0 held, 1 did not, 0 were skipped.\n`;
    assert.deepEqual([code, stdout], [1, told]);
  }
});

test('without an address or a token it says how it is used', async () => {
  for (const args of [[], ['--url', service.url], ['--url', 'here', '--token', 'x'], ['--colour', 'red']]) {
    const { code, stdout, stderr } = await runBlackbox(args);
    const usage = 'npm run tool -- blackbox --url URL --token A [--token B] [--same-merchant] [--use-up]';
    assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', usage]);
  }
});

// A merchant with content whose token may do everything, and another one's that may do less.
async function newTokens(): Promise<string[]> {
  const { tags, media, playlists, campaigns } = exampleArchive({ media: 12, campaigns: 8 });
  const shop = await service.newMerchant({ tags, media, playlists, campaigns });
  const other = newTokenSecret();
  await service.newMerchant({ tokens: [aToken(other, ['media:read', 'campaigns:read', 'tags:write'])] });
  return ['--token', shop.secret, '--token', other];
}

const FAULTS: readonly [RegExp, (body: string) => string][] = [
  [/^GET \/media\/[0-9a-f-]{36} 200$/, (body) => body.replace('"durationSeconds":null,', '')],
  [/^GET \/tags\?limit=\S+ 200$/, (body) => body.replace(/"nextCursor":"[^"]+"/, '"nextCursor":null')],
  [/^GET \/playlists 403$/, (body) => body.replace('playlists:read', 'a scope')],
  [/^POST \/media\/[^/]+\/tags 200$/, (body) => body.replace('"added":0', '"added":1')],
];

// Passes everything on, and spoils some of the answers.
async function startSpoiled(to: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => void passOn(to, request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => server.close().closeAllConnections(),
  };
}

async function passOn(to: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection');
  const chunks = await request.toArray();
  const body = chunks.length > 0 && { body: Buffer.concat(chunks) };
  const answer = await fetch(to + url, { method, headers: headers as [string, string][], ...body });
  const call = `${method} ${url.replace('/api/integrations/v1', '')} ${answer.status}`;
  const spoil = FAULTS.find(([pattern]) => pattern.test(call))?.[1] ?? ((text: string) => text);
  const { 'content-length': _, ...kept } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, kept).end(spoil(await answer.text()));
}

async function runBlackbox(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const said = await promisify(execFile)(process.execPath, [MAIN, ...args]);
    return { code: 0, ...said };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
