import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '@vitrine/client';
import { startLocalServer } from './local-server.js';

// The standard's own library signs what we verify and verifies what we sign; it goes by the machine's clock.
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const library = new Webhook(secret);
const id = '0197a3c4-5d1e-7b3a-9c11-2f64d8a0b7e5';
const now = new Date();
const timestamp = Math.floor(now.getTime() / 1000);
const message = { type: 'tag.changed', timestamp: now.toISOString(), data: { tagId: id } };
// A body in more than one byte a letter, with the white space that a parser would lose.
const body = `${JSON.stringify(message)} \n`.replace('}', ',"note":"Öffnungszeiten …"}');

const signed = (text = body, at = timestamp) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': library.sign(id, new Date(at * 1000), text),
});
const refused = (code: string) => (error: unknown) => error instanceof WebhookVerificationError && error.code === code;

describe('what the standard’s library signs', () => {
  const headers = signed();
  const received = { ...(JSON.parse(body) as object), id };

  test.each([
    ['the headers of fetch', new Headers(headers)],
    ['an object', headers],
    [
      'names in another case',
      Object.fromEntries(Object.entries(headers).map(([key, one]) => [key.toUpperCase(), one])),
    ],
    ['values in lists', Object.fromEntries(Object.entries(headers).map(([key, one]) => [key, [one]]))],
  ])('is verified by %s', async (_kind, given) => {
    assert.deepEqual(await verifyWebhook(secret, given, body), received);
  });

  test.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a Buffer', Buffer.from(body)],
    ['a part of a larger Buffer', Buffer.from(`__${body}__`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('is verified as %s', async (_kind, given) => {
    assert.deepEqual(await verifyWebhook(secret, headers, given), received);
  });

  test('is verified as it comes to a server of Node', async () => {
    const server = await startLocalServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        verifyWebhook(secret, request.headers, Buffer.concat(chunks)).then(
          ({ type }) => response.end(type),
          (error: Error) => response.writeHead(400).end(error.message),
        );
      });
    });
    const answer = await fetch(server.url, { method: 'POST', headers, body });
    assert.equal(await answer.text(), 'tag.changed');
    server.close();
  });

  test('is verified by one of several signatures, whatever the others are', async () => {
    const own = headers['webhook-signature'];
    const other = new Webhook(newSecret()).sign(id, now, body);
    for (const signatures of [
      `${other} ${own}`,
      `${own} ${other}`,
      `v1a,${'A'.repeat(86)}== ${own}`,
      `v1,?! v2 ${own}`,
    ])
      assert.equal((await verifyWebhook(secret, { ...headers, 'webhook-signature': signatures }, body)).id, id);
  });
});

describe('refused is', () => {
  test('another secret’s signature, another version’s, and no signature at all', async () => {
    const own = signed()['webhook-signature'];
    const other = new Webhook(newSecret()).sign(id, now, body);
    for (const signature of [
      other,
      own.replace('v1,', 'v1a,'),
      own.replace('v1,', 'v2,'),
      own.slice(3),
      'v1,',
      `${own},`,
      own.slice(0, -5),
      ' ',
    ])
      await assert.rejects(
        verifyWebhook(secret, { ...signed(), 'webhook-signature': signature }, body),
        refused('bad_signature'),
        signature,
      );
  });

  test('a body, an id or a time that is another by one letter', async () => {
    await assert.rejects(verifyWebhook(secret, signed(), `${body} `), refused('bad_signature'));
    await assert.rejects(
      verifyWebhook(secret, { ...signed(), 'webhook-id': `${id}x` }, body),
      refused('bad_signature'),
    );
    const later = { ...signed(), 'webhook-timestamp': String(timestamp + 1) };
    await assert.rejects(verifyWebhook(secret, later, body), refused('bad_signature'));
  });

  test('a message without one of the three headers', async () => {
    for (const name of Object.keys(signed())) {
      const rest = Object.fromEntries(Object.entries(signed()).filter(([key]) => key !== name));
      await assert.rejects(verifyWebhook(secret, rest, body), refused('missing_header'), name);
      await assert.rejects(verifyWebhook(secret, { ...rest, [name]: '' }, body), refused('missing_header'), name);
    }
  });

  test('a time more than five minutes away, to either side, and what is no time', async () => {
    for (const [seconds, isTaken] of [
      [300, true],
      [301, false],
      [-300, true],
      [-301, false],
    ] as const) {
      const verified = verifyWebhook(secret, signed(body, timestamp + seconds), body, { now });
      if (isTaken) assert.equal((await verified).id, id);
      else await assert.rejects(verified, refused('bad_timestamp'));
    }
    for (const text of ['soon', `${timestamp}.0`, `-${timestamp}`, `${timestamp}x`, '1e9'])
      await assert.rejects(
        verifyWebhook(secret, { ...signed(), 'webhook-timestamp': text }, body),
        refused('bad_timestamp'),
        text,
      );
  });

  test('a secret that is none, without a word of it', async () => {
    const bare = secret.slice('whsec_'.length);
    for (const wrong of ['', 'whsec_', bare, 'whsec_short', `whsec_${bare}!`, `whsec_${bare.repeat(2)}`])
      await assert.rejects(verifyWebhook(wrong, signed(), body), (error) => {
        assert.ok(error instanceof TypeError);
        assert.ok(wrong.length < 8 || !error.message.includes(wrong.slice(6)));
        return true;
      });
  });

  test('a body that somebody parsed, and one that is signed but not JSON', async () => {
    await assert.rejects(Reflect.apply(verifyWebhook, undefined, [secret, signed(), message]), TypeError);
    await assert.rejects(verifyWebhook(secret, signed('hello'), 'hello'), refused('bad_body'));
  });

  test('everything where there is no Web Crypto, with what to do', async () => {
    vi.stubGlobal('crypto', {});
    await expect(verifyWebhook(secret, signed(), body)).rejects.toThrow('on a server');
    vi.unstubAllGlobals();
  });
});

test('the standard’s library verifies what we sign, with each of two secrets', async () => {
  const newer = newSecret();
  const headers = await signWebhook([newer, secret], { id, timestamp, body });
  for (const one of [secret, newer]) assert.deepEqual(new Webhook(one).verify(body, { ...headers }), JSON.parse(body));
  assert.throws(() => new Webhook(newSecret()).verify(body, { ...headers }));
  assert.deepEqual(await signWebhook(secret, { id, timestamp, body: new TextEncoder().encode(body) }), signed());
});

test('a signature is the one that the standard shows', async () => {
  // github.com/standard-webhooks/standard-webhooks, spec: the example that every library of theirs is tried with.
  const headers = await signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the type of a message tells what its data is', async () => {
  const received = await verifyWebhook(secret, signed(), body);
  assert.ok(received.type === 'tag.changed');
  assert.equal(received.data.tagId, id);
});
