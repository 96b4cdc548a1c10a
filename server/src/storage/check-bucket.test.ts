import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { systemClock } from '../clock.js';
import { fixedCredentials } from './credentials/open-credentials.js';
import { createS3Store, type S3StoreOptions } from './s3-store.js';
import { newObjectKey } from './object-key.js';
import { findFreePort } from '../../../tests/harness/free-port.js';
import { openTestDisk, TEST_BUCKET, TEST_KEYS, type TestDisk } from '../../../tests/harness/test-disk.js';

let disk: TestDisk;
beforeAll(async () => {
  disk = await openTestDisk();
  // The store's Date header is the machine's time.
  disk.clock.advance(systemClock.now() - disk.clock.now());
});
afterAll(() => disk.close());

const { region } = TEST_KEYS;
const KEYS = fixedCredentials(TEST_KEYS);

async function checkWith(changes: Partial<S3StoreOptions>): Promise<string> {
  const options = {
    region,
    credentials: KEYS,
    endpoint: disk.endpoint,
    bucket: TEST_BUCKET,
    clock: disk.clock,
    integrity: 'checksum',
  } as const;
  const store = createS3Store({ ...options, ...changes });
  return store.check().then(
    () => 'fine',
    (error: unknown) => String(error).replace(/127\.0\.0\.1:\d+/, 'HOST'),
  );
}

const SAYS = 'StorageUnavailableError: The object store at HOST';

test('a bucket that can be used passes the check', async () => {
  assert.equal(await checkWith({}), 'fine');
});

test('a missing bucket, wrong keys and a clock that is off are each a sentence', async () => {
  assert.equal(await checkWith({ bucket: 'other' }), `${SAYS} has no bucket named other: create it or set S3_BUCKET.`);
  assert.equal(
    await checkWith({ credentials: fixedCredentials({ ...TEST_KEYS, accessKeyId: 'OTHER' }) }),
    `${SAYS} does not know the access key: check AWS_ACCESS_KEY_ID.`,
  );
  assert.equal(
    await checkWith({ credentials: fixedCredentials({ ...TEST_KEYS, secretAccessKey: 'guess' }) }),
    `${SAYS} does not accept the signature: check AWS_SECRET_ACCESS_KEY and S3_REGION.`,
  );
  for (const minutes of [-20, 20]) {
    const clock = { now: () => systemClock.now() + minutes * 60_000 };
    const sentence = await checkWith({ clock });
    assert.match(
      sentence,
      /^StorageUnavailableError: The object store at HOST has another time: this machine's clock differs by -?1\d{3} seconds\.$/,
    );
  }
});

test('a store that is away, that answers nonsense or nothing is a sentence without the signed query', async () => {
  const gone = `http://127.0.0.1:${await findFreePort()}`;
  assert.equal(await checkWith({ endpoint: gone }), `${SAYS} cannot be reached (ECONNREFUSED).`);
  const nonsense = await listen((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  assert.equal(await checkWith({ endpoint: nonsense.endpoint }), `${SAYS} answered 502 (no code).`);
  nonsense.close();
  const hangsUp = await listen((request) => request.socket.destroy());
  assert.match(await checkWith({ endpoint: hangsUp.endpoint }), /HOST cannot be reached \(\w+\)\.$/);
  hangsUp.close();
});

test('a store that redirects elsewhere is not followed, and says that the region is another', async () => {
  const answers = [
    [
      '<Error><Code>PermanentRedirect</Code></Error>',
      'keeps the bucket vitrine in another region: check S3_REGION and S3_ENDPOINT.',
    ],
    ['', 'answered 307 (no code).'],
  ] as const;
  for (const [body, sentence] of answers) {
    const away = await listen((_request, response) => response.writeHead(307, { location: disk.endpoint }).end(body));
    assert.equal(await checkWith({ endpoint: away.endpoint }), `${SAYS} ${sentence}`);
    away.close();
  }
});

test('a copy that fails after its 200 is no move', async () => {
  const store = await listen((request, response) => {
    if (request.method === 'HEAD') response.writeHead(404).end();
    else response.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
  });
  const options = {
    region,
    credentials: KEYS,
    endpoint: store.endpoint,
    bucket: TEST_BUCKET,
    clock: disk.clock,
    integrity: 'verify',
  } as const;
  const moving = createS3Store(options).move(newObjectKey('image/png'), newObjectKey('image/png'));
  const thrown = await moving.then(String, String);
  assert.match(thrown, /refused to copy an object: InternalError \(200\)/);
  store.close();
});

async function listen(listener: RequestListener): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint: `http://127.0.0.1:${port}`, close };
}
