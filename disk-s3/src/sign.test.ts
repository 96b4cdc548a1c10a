import assert from 'node:assert/strict';
import { createHmac as createNodeHmac } from 'node:crypto';
import aws4 from 'aws4';
import fc from 'fast-check';
import { test } from 'vitest';
import { createQuerySigner, createSigner, type SignMethod } from './sign.js';
import { createHmac, deriveSigningKey, encodeUri } from './sigv4.js';

// The key pair of AWS's documentation.
const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const region = 'us-east-1';
const keys = { region, accessKeyId, secretAccessKey };

test("AWS's published presigned URL comes out letter by letter", () => {
  const clock = { now: () => Date.UTC(2013, 4, 24) };
  const sign = createQuerySigner(keys, 'examplebucket.s3.amazonaws.com', clock);
  assert.equal(
    sign('GET', '/test.txt', { expiresSeconds: 86_400 }),
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test("AWS's documented example of a signing key comes out", () => {
  const key = deriveSigningKey('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', '20150830', 'us-east-1', 'iam');
  assert.equal(key.toString('hex'), 'c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9');
});

test("the HMAC from two hashes is Node's HMAC for every key and message", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.string({ unit: 'binary' })), (key, messages) => {
      const hmac = createHmac(Buffer.from(key));
      for (const message of messages) {
        assert.equal(hmac(message), createNodeHmac('sha256', key).update(message).digest('hex'));
      }
    }),
  );
});

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,15}$/);
const headerName = fc.constantFrom(
  'content-type',
  'content-length',
  'x-amz-copy-source',
  'x-amz-checksum-sha256',
  'x-amz-acl',
);
const headerValue = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const queryName = fc.oneof(fc.constantFrom('response-content-type', 'response-content-disposition'), token);
const cases = fc.record({
  method: fc.constantFrom<SignMethod>('GET', 'HEAD', 'PUT', 'DELETE'),
  // aws4 reads a plus sign in a path as a space, which S3 does not, and folds dots; keys of ours hold neither.
  key: fc
    .array(fc.stringMatching(/^[\w~!'()* äß€😀-]{1,12}$/u), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('/')),
  headers: fc.option(fc.dictionary(headerName, headerValue), { nil: undefined }),
  query: fc.option(fc.dictionary(queryName, fc.string({ minLength: 1 })), { nil: undefined }),
  sessionToken: fc.option(fc.base64String({ minLength: 4 }), { nil: undefined }),
  expiresSeconds: fc.integer({ min: 1, max: 604_800 }),
  now: fc.integer({ min: 0, max: Date.UTC(2099, 0) }),
  port: fc.integer({ min: 1024, max: 65_535 }),
});

test('for every method, key, header, query and session token the signature is the one of aws4', () => {
  fc.assert(
    fc.property(cases, ({ method, key, sessionToken, expiresSeconds, now, port, ...extra }) => {
      const { headers = {}, query = {} } = extra;
      const endpoint = `http://store.test:${port}`;
      const signer = createSigner({ ...keys, sessionToken, endpoint, bucket: 'media', clock: { now: () => now } });
      const url = new URL(
        signer.presign(method, key, {
          expiresSeconds,
          ...(extra.headers === undefined ? {} : { headers }),
          ...(extra.query === undefined ? {} : { query }),
        }),
      );
      const date = url.searchParams.get('X-Amz-Date') ?? '';
      const pairs = { ...query, 'X-Amz-Expires': String(expiresSeconds), 'X-Amz-Date': date };
      const search = Object.entries(pairs).map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`);
      const theirs = aws4.sign(
        {
          service: 's3',
          region,
          method,
          path: `/media/${key.split('/').map(encodeUri).join('/')}?${search.join('&')}`,
          headers: { host: `store.test:${port}`, ...headers },
          signQuery: true,
        },
        { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
      );
      const signature = new URL(theirs.path, endpoint).searchParams.get('X-Amz-Signature');
      assert.equal(url.searchParams.get('X-Amz-Signature'), signature);
      assert.equal(url.searchParams.get('X-Amz-Security-Token'), sessionToken ?? null);
    }),
    { numRuns: 500 },
  );
});

test('a signer used over midnight and back signs with the key of each day', () => {
  let now = Date.UTC(2026, 0, 1, 23, 59, 59, 999);
  const options = { ...keys, endpoint: 'https://store.test/inner', bucket: 'media' };
  const used = createSigner({ ...options, clock: { now: () => now } });
  for (const step of [0, 1, 1000, -1001]) {
    now += step;
    const fresh = createSigner({ ...options, clock: { now: () => now } });
    assert.equal(
      used.presign('GET', 'a.png', { expiresSeconds: 900 }),
      fresh.presign('GET', 'a.png', { expiresSeconds: 900 }),
    );
  }
});

test('a base path of the endpoint stays in front of the bucket', () => {
  const options = { ...keys, endpoint: 'https://store.test/inner/', bucket: 'media', clock: { now: () => 0 } };
  const url = createSigner(options).presign('GET', 'a.png', { expiresSeconds: 60 });
  assert.match(url, /^https:\/\/store\.test\/inner\/media\/a\.png\?X-Amz-Algorithm=/);
});

// Names of ours, others, and so many lengths of them that not all can be laid out side by side.
const someKeys = fc.array(
  fc.oneof(fc.stringMatching(/^[0-9a-f]{40}\.(jpg|webm)$/), fc.stringMatching(/^[\w~!'()* äß€😀-]{1,12}$/u)),
  { maxLength: 40 },
);
const session = fc.option(fc.base64String({ minLength: 4, maxLength: 1200 }), { nil: undefined });

test('URLs that are signed together are those that are signed one by one, over seconds and days', () => {
  fc.assert(
    fc.property(
      someKeys,
      session,
      fc.array(fc.nat(Date.UTC(2099, 0)), { minLength: 1, maxLength: 3 }),
      (some, sessionToken, times) => {
        let now = 0;
        const clock = { now: () => now };
        const signer = createSigner({
          ...keys,
          sessionToken,
          endpoint: 'https://store.test/inner',
          bucket: 'media',
          clock,
        });
        for (const [at, time] of times.entries()) {
          now = time;
          const expiresSeconds = 900 + at;
          const oneByOne = some.map((key) => signer.presign('GET', key, { expiresSeconds }));
          assert.deepEqual(signer.presignGets(some, expiresSeconds), oneByOne);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("with the bucket in the host the signature is that of AWS's example", () => {
  const options = {
    ...keys,
    endpoint: 'https://s3.amazonaws.com',
    bucket: 'examplebucket',
    clock: { now: () => Date.UTC(2013, 4, 24) },
  };
  const signer = createSigner({ ...options, addressing: 'virtual-host' });
  const url = signer.presign('GET', 'test.txt', { expiresSeconds: 86_400 });
  assert.match(url, /^https:\/\/examplebucket\.s3\.amazonaws\.com\/test\.txt\?/);
  assert.match(url, /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/);
  assert.match(signer.presign('PUT', '', { expiresSeconds: 60, query: { cors: '' } }), /amazonaws\.com\/\?X-Amz/);
});
