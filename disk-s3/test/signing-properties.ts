import assert from 'node:assert/strict';
import aws4 from 'aws4';
import fc from 'fast-check';
import { test } from 'vitest';
import { createSigner, type SignMethod } from '../src/sign.js';
import { encodeUri } from '../src/sigv4.js';

const accessKeyId = 'AKIAIOSFODNN7EXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const region = 'us-east-1';
const keys = { region, accessKeyId, secretAccessKey };

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

// Names of ours, others, and so many lengths of them that not all can be laid out side by side.
const someKeys = fc.array(
  fc.oneof(fc.stringMatching(/^[0-9a-f]{40}\.(jpg|webm)$/), fc.stringMatching(/^[\w~!'()* äß€😀-]{1,12}$/u)),
  { maxLength: 40 },
);
const session = fc.option(fc.base64String({ minLength: 4, maxLength: 1200 }), { nil: undefined });

/** Defines the property tests of the signer, each with `runs` random cases. */
export function testSigningProperties(runs: number): void {
  test('signs as aws4 does for every method, key, header, query and session token', () => {
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
      { numRuns: runs },
    );
  });

  test('signs many URLs at once as it signs each of them alone', () => {
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
      { numRuns: runs },
    );
  });
}
