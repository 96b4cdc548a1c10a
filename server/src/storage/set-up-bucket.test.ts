// The CORS rules of a bucket and what is found out about it, on the embedded store behind a proxy that plays what it lacks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { systemClock } from '../clock.js';
import { CommandError } from '../errors.js';
import { openTestDisk, TEST_BUCKET, TEST_KEYS, type TestDisk } from '../../../tests/harness/test-disk.js';
import { fixedCredentials } from './credentials/open-credentials.js';
import { findIntegrity, watchBucket } from './probe-bucket.js';
import { createS3Store } from './s3-store.js';
import { setUpBucket } from './set-up-bucket.js';

const ORIGIN = 'https://screens.example';
const OTHERS = '<AllowedOrigin>https://other.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>';

let disk: TestDisk;
let proxy: Server;
let endpoint: string;
let rules: string;
let mayWrite: boolean;
// What it compares bytes by; no header: by nothing.
let compares: string | undefined;

beforeAll(async () => {
  disk = await openTestDisk();
  disk.clock.advance(systemClock.now() - disk.clock.now());
  proxy = createServer((asked, answer) => void play(asked, answer)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy.close().closeAllConnections();
  await disk.close();
});
beforeEach(() => {
  rules = `<CORSRule>${OTHERS}</CORSRule>`;
  mayWrite = true;
  compares = 'x-amz-checksum-sha256';
});

async function play(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const isAllowed = rules.includes(`<AllowedOrigin>${asked.headers.origin}</AllowedOrigin>`);
  if (asked.method === 'OPTIONS')
    return void answer
      .writeHead(isAllowed ? 200 : 403, isAllowed ? { 'access-control-allow-origin': ORIGIN } : {})
      .end();
  if (/[?&]cors=/.test(asked.url ?? '')) {
    const body = await text(asked);
    if (asked.method === 'GET') return void answer.end(`<CORSConfiguration>${rules}</CORSConfiguration>`);
    if (!mayWrite) return void answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    rules = body;
    return void answer.end();
  }
  if (asked.method === 'PUT') {
    const body = await text(asked);
    const isRefused = compares !== undefined && compares in asked.headers && body.endsWith('wrong');
    return void answer.writeHead(isRefused ? 400 : 200).end();
  }
  const passed = request(`${disk.endpoint}${asked.url}`, { method: asked.method }, (given) => {
    answer.writeHead(given.statusCode ?? 500, given.headers);
    given.pipe(answer);
  });
  passed.setHeader('host', asked.headers.host ?? '');
  asked.pipe(passed);
}

const storage = () =>
  ({
    kind: 's3',
    region: TEST_KEYS.region,
    credentials: { kind: 'keys', keys: TEST_KEYS, files: {} },
    endpoint,
    bucket: TEST_BUCKET,
    publicEndpoint: undefined,
    addressing: 'path',
    integrity: 'checksum',
  }) as const;

test('a rule for the console is set beside those of others, and not again', async () => {
  assert.equal(await setUpBucket(storage(), `${ORIGIN}/inner`, systemClock), 'set');
  assert.ok(rules.includes(OTHERS) && rules.includes('<AllowedMethod>PUT</AllowedMethod>'), rules);
  const before = rules;
  assert.equal(await setUpBucket(storage(), ORIGIN, systemClock), 'there');
  assert.equal(rules, before);
});

test('a key that may not set rules is told what to set', async () => {
  mayWrite = false;
  await assert.rejects(setUpBucket(storage(), ORIGIN, systemClock), (error: unknown) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /\(AccessDenied\).*by hand.*https:\/\/screens\.example, methods GET, HEAD, PUT/);
    return true;
  });
});

async function warned(): Promise<string[]> {
  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => void lines.push(line) };
  const store = createS3Store({ ...storage(), credentials: fixedCredentials(TEST_KEYS), clock: systemClock });
  await watchBucket(store, { storage: storage(), baseUrl: ORIGIN }, { clock: systemClock, log });
  return lines;
}

test('after the start the log has a line for pages that may not upload, and one for wrong bytes that are taken', async () => {
  assert.deepEqual(await warned(), [
    'the bucket lets no pages of this origin upload: run vitrine-server storage set-up',
  ]);
  rules = `<CORSRule><AllowedOrigin>${ORIGIN}</AllowedOrigin></CORSRule>`;
  assert.deepEqual(await warned(), []);
  compares = 'x-amz-content-sha256';
  assert.deepEqual(await warned(), [
    'the bucket takes other bytes than the declared ones: set S3_INTEGRITY to payload-hash',
  ]);
});

test.each([
  ['x-amz-checksum-sha256', 'checksum'],
  ['x-amz-sdk-checksum-algorithm', 'checksum+algorithm'],
  [undefined, 'verify'],
])('a store that compares by %s wants %s', async (header, integrity) => {
  compares = header;
  assert.equal(await findIntegrity({ ...storage(), credentials: fixedCredentials(TEST_KEYS) }, systemClock), integrity);
});
