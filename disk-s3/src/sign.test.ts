import assert from 'node:assert/strict';
import { createHmac as createNodeHmac } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'vitest';
import { testSigningProperties } from '../test/signing-properties.js';
import { createQuerySigner, createSigner } from './sign.js';
import { createHmac, deriveSigningKey } from './sigv4.js';

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

// sign.slow.test.ts tries ten times as many cases.
testSigningProperties(50);

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
