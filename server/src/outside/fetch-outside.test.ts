import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createPlainServer, type Socket } from 'node:net';
import { findFreePort } from '../../../tests/harness/free-port.js';
import { aNetwork, PUBLIC } from '../../../tests/harness/network.js';
import { portOf, serve } from '../../../tests/harness/outside.js';
import { newCertificate } from '../../../tests/harness/self-signed.js';
import { describe, test } from 'vitest';
import { checkOutside, type Outside } from './check-outside.js';
import { fetchOutside, readWhole, type OutsideRequest } from './fetch-outside.js';
import { OutsideError } from './outside-error.js';
import { isPublicAddress } from './public-address.js';

const shop = () => aNetwork({ 'shop.example': [PUBLIC], 'inside.example': ['127.0.0.1'] });
const LIMITS = { timeoutMs: 120_000, bytesMax: 100_000 };
const call = (outside: Outside, url: string, more: Partial<OutsideRequest> = {}) =>
  fetchOutside(outside, { url, ...LIMITS, ...more });

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof OutsideError, String(error));
  assert.match(error.message, /^[A-Z].*\.$/);
  return error.reason;
}

describe('where an address may lead', () => {
  test("this machine, private networks and all that is nobody's are not public", () => {
    const special =
      `0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254
      172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
      224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 192.88.99.1 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1
      ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:0:1::1 2001:db8::1 2002:7f00:1::1
      3fff::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 5f00::1 shop.example 127.1`.split(/\s+/);
    const given = '93.184.216.34 8.8.8.8 100.128.0.1 172.32.0.1 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8'.split(' ');
    assert.deepEqual([...special, ...given].filter(isPublicAddress), given);
    assert.equal(isPublicAddress(''), false);
  });

  test.each([
    ['http://127.0.0.1/', 'private'],
    ['http://2130706433/', 'private'], // 127.0.0.1 as one number
    ['http://0177.0.0.1/', 'private'], // octal
    ['http://0x7f.1/', 'private'],
    ['http://127.1/', 'private'],
    ['http://①②⑦.0.0.1/', 'private'], // digits of another kind
    ['http://[::1]/', 'private'],
    ['http://[::ffff:169.254.169.254]/', 'private'],
    ['http://[64:ff9b::a9fe:a9fe]/', 'private'],
    ['http://inside.example/', 'private'],
    ['http://INSIDE.example/', 'private'],
    ['http://both.example/', 'private'], // one public address beside a private one
    ['http://nobody.test/', 'unresolved'],
    ['http://shop.example:25/', 'port_refused'],
    ['http://user:word@shop.example/', 'has_password'],
    ['http://user@shop.example/', 'has_password'],
    ['ftp://shop.example/', 'not_an_address'],
    ['file:///etc/passwd', 'not_an_address'],
    ['shop.example', 'not_an_address'],
    ['http://', 'not_an_address'],
  ])('%s is refused: %s', async (url, reason) => {
    const outside = aNetwork({ 'inside.example': ['127.0.0.1'], 'both.example': [PUBLIC, '10.0.0.1'] });
    assert.equal(await reasonOf(checkOutside(outside, url)), reason);
  });

  test('one sentence is for a name that leads inside and one that nobody has', async () => {
    const outside = aNetwork({ 'inside.example': ['127.0.0.1'], 'both.example': [PUBLIC, '10.0.0.1'] });
    const sentences = ['inside.example', 'both.example', 'nobody.test'].map(async (host) => {
      const error = await checkOutside(outside, `http://${host}/`).catch((reason: unknown) => reason);
      return error instanceof OutsideError ? error.message.replace(host, 'HOST') : error;
    });
    assert.deepEqual(
      new Set(await Promise.all(sentences)),
      new Set([
        'Nobody on the internet goes by the name HOST, or it leads into a private network, which is not called from here.',
      ]),
    );
  });

  test('where only https is called, http is for hosts alone that the operator allows', async () => {
    const outside = { ...aNetwork({ 'shop.example': [PUBLIC], till: ['10.0.0.9'] }), allowedHosts: ['till:9000'] };
    const check = (url: string) => checkOutside(outside, url, { httpsOnly: true });
    assert.equal(await reasonOf(check('http://shop.example/')), 'not_an_address');
    assert.equal((await check('https://shop.example/')).isPublic, true);
    assert.equal((await check('http://till:9000/hook')).isPublic, false);
    assert.equal(await reasonOf(check('https://till/hook')), 'private');
    assert.equal(await reasonOf(check('http://till.shop.example:9000/')), 'not_an_address');
  });
});

describe('a call', () => {
  test('sends what it is given, under the name, and gives back what came', async () => {
    const port = await serve((request, response) => {
      const { method, url, headers } = request;
      response.writeHead(201, { 'x-seen': `${method} ${url} ${headers.host} ${headers['accept-encoding']}` });
      request.pipe(response);
    });
    const outside = shop();
    const body = Buffer.from('hello');
    const answer = await call(outside, `http://shop.example:${port}/hook?a=1`, { method: 'POST', body });
    assert.equal(answer.headers['x-seen'], `POST /hook?a=1 shop.example:${port} identity`);
    assert.deepEqual([answer.status, answer.isPublic, String(await readWhole(answer))], [201, true, 'hello']);
  });

  test('goes to the address that was looked at: a name that leads elsewhere the next moment is not asked again', async () => {
    const port = await serve((_request, response) => response.end('public'));
    const outside = shop();
    let looks = 0;
    const turning = {
      ...outside,
      network: {
        ...outside.network,
        resolve: () => Promise.resolve([(looks += 1) === 1 ? PUBLIC : '127.0.0.99']),
      },
    };
    const answer = await call(turning, `http://turning.example:${port}/`);
    assert.deepEqual([String(await readWhole(answer)), looks], ['public', 1]);
    assert.equal(await reasonOf(call(turning, `http://turning.example:${port}/`)), 'private');
  });

  test('over TLS asks for the certificate of the name, and refuses that of another', async () => {
    const { key, certificate } = newCertificate('shop.example');
    const port = await portOf(
      createTlsServer({ key, cert: certificate }, (_request, response) => response.end('safe')),
    );
    const names = { 'shop.example': [PUBLIC], 'other.example': [PUBLIC] };
    const answer = await call(aNetwork(names, certificate), `https://shop.example:${port}/`);
    assert.equal(String(await readWhole(answer)), 'safe');
    assert.equal(await reasonOf(call(aNetwork(names, certificate), `https://other.example:${port}/`)), 'untrusted');
    assert.equal(await reasonOf(call(aNetwork(names), `https://shop.example:${port}/`)), 'untrusted');
    assert.equal(await reasonOf(call(aNetwork(names), `http://shop.example:${port}/`)), 'closed');
  });

  test('that is led on is the answer, unless it may follow; then every step is looked at', async () => {
    const port = await serve(({ url = '' }, response) => {
      if (url === '/end') return response.end('end');
      const to = url === '/inside' ? `http://inside.example:${port}/` : url === '/round' ? '/round' : '/end';
      return response.writeHead(302, { location: to }).end();
    });
    const at = (path: string) => `http://shop.example:${port}${path}`;
    assert.equal((await call(shop(), at('/'))).status, 302);
    const followed = await call(shop(), at('/'), { redirects: 3 });
    assert.deepEqual([followed.url.pathname, String(await readWhole(followed))], ['/end', 'end']);
    assert.equal(await reasonOf(call(shop(), at('/inside'), { redirects: 3 })), 'private');
    assert.equal(await reasonOf(call(shop(), at('/round'), { redirects: 3 })), 'too_many_redirects');
    assert.equal(await reasonOf(call(shop(), at('/'), { redirects: 3, httpsOnly: true })), 'not_an_address');
  });

  test('ends when the time is over: no answer, no name, headers or body by drops', async () => {
    const drip = (socket: Socket, text: string): void => {
      const timer = setInterval(() => socket.write(text), 20);
      socket.once('close', () => clearInterval(timer));
    };
    const silent = await portOf(createPlainServer((socket) => socket.on('error', () => undefined)));
    const headers = await portOf(
      createPlainServer((socket) => {
        socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'x-a: b\r\n');
      }),
    );
    const body = await serve(({ socket }, response) => {
      response.writeHead(200);
      drip(socket, '1\r\na\r\n');
      response.flushHeaders();
    });
    const soon = { timeoutMs: 150 };
    assert.equal(await reasonOf(call(shop(), `http://shop.example:${silent}/`, soon)), 'timed_out');
    assert.equal(await reasonOf(call(shop(), `http://shop.example:${headers}/`, soon)), 'timed_out');
    // Headers that come late by themselves are timed out alike.
    assert.equal(await reasonOf(call(shop(), `http://shop.example:${body}/`, soon).then(readWhole)), 'timed_out');
    const outside = shop();
    const unknowing = { ...outside, network: { ...outside.network, resolve: () => new Promise<string[]>(() => {}) } };
    assert.equal(await reasonOf(call(unknowing, 'http://shop.example/', soon)), 'timed_out');
  });

  test('takes no more bytes than it may, whatever the length says, and hangs up', async () => {
    const hungUp: Promise<unknown>[] = [];
    const port = await serve(({ url, socket }, response) => {
      hungUp.push(new Promise((resolve) => socket.once('close', resolve)));
      if (url === '/said') response.writeHead(200, { 'content-length': 1_000_000 });
      const more = (): void => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    for (const path of ['/said', '/endless']) {
      const answer = await call(shop(), `http://shop.example:${port}${path}`);
      assert.equal(await reasonOf(readWhole(answer)), 'too_large');
    }
    await Promise.all(hungUp);
    // Who has read enough hangs up too.
    const answer = await call(shop(), `http://shop.example:${port}/`, { bytesMax: 1e9 });
    for await (const chunk of answer.body) {
      assert.ok(chunk.length > 0);
      break;
    }
    await hungUp.at(-1);
  });

  test('says what went wrong: nothing there, a connection that is closed, no HTTP', async () => {
    const closes = await portOf(createPlainServer((socket) => socket.destroy()));
    const halves = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    const babbles = await portOf(createPlainServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
    const upgrades = await portOf(
      createPlainServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write('HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'));
      }),
    );
    const large = await serve((_request, response) => response.setHeader('x-a', 'a'.repeat(20_000)).end());
    const free = await findFreePort();
    const at = (port: number) => call(shop(), `http://shop.example:${port}/`);
    assert.equal(await reasonOf(at(closes)), 'closed');
    assert.equal(await reasonOf(at(halves).then(readWhole)), 'closed');
    assert.equal(await reasonOf(at(upgrades)), 'closed');
    assert.equal(await reasonOf(at(babbles)), 'not_http');
    assert.equal(await reasonOf(at(large)), 'not_http');
    assert.equal(await reasonOf(at(free)), 'unreachable');
  });

  test('ends when the service stops', async () => {
    const port = await portOf(createPlainServer((socket) => socket.on('error', () => undefined)));
    const stopping = new AbortController();
    const calling = call(shop(), `http://shop.example:${port}/`, { signal: stopping.signal });
    stopping.abort();
    assert.equal(await reasonOf(calling), 'stopped');
    assert.equal(await reasonOf(call(shop(), `http://shop.example:${port}/`, { signal: stopping.signal })), 'stopped');
  });
});
