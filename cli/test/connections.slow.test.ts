// What the built command line says when it cannot reach the service: a sentence, soon, also into a pipe.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { findFreePort } from '../../tests/harness/free-port.js';
import { newCommandLine } from './built-service.js';

const TLS = join(import.meta.dirname, 'tls');
const ADVICE = ' Is the service up, and is this its address («vitrine whoami»)?';

let folder: string;
let run: ReturnType<typeof newCommandLine>['run'];
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-connections-'));
  ({ run } = newCommandLine(folder));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const listenTls = async (certificate: string): Promise<number> => {
  const [key, cert] = await Promise.all(['key.pem', certificate].map((name) => readFile(join(TLS, name))));
  return listen(createHttpsServer({ key, cert }));
};

const whoami = async (url: string, more: Record<string, string> = {}): Promise<string> => {
  const env = { VITRINE_URL: url, VITRINE_TOKEN: 'vitrine_some', ...more };
  const { code, stdout, stderr } = await run(['whoami'], { env });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  return stderr;
};

test('a read is tried three times, not for half a minute', async () => {
  let tries = 0;
  const server = createServer(({ socket }) => {
    tries += 1;
    socket.destroy();
  });
  const url = `http://localhost:${await listen(server)}`;
  assert.equal(await whoami(url), `Cannot reach ${url}: the connection was cut.${ADVICE}\n`);
  assert.equal(tries, 3);
});

test('a port where nothing listens is told as such', async () => {
  const url = `http://localhost:${await findFreePort()}`;
  assert.equal(await whoami(url), `Cannot reach ${url}: nothing answers at that port.${ADVICE}\n`);
});

test('https where only http is spoken', async () => {
  const url = `https://localhost:${await listen(createServer())}`;
  const reason = 'it does not speak https there; try http://, or another port';
  assert.equal(await whoami(url), `Cannot reach ${url}: ${reason}.\n`);
});

test('certificates that are self-signed, expired or for another name are told as such', async () => {
  const [valid, expired] = [await listenTls('valid.pem'), await listenTls('expired.pem')];
  const trusting = (name: string) => ({ NODE_EXTRA_CA_CERTS: join(TLS, name) });
  const said = [
    await whoami(`https://localhost:${valid}`),
    await whoami(`https://localhost:${expired}`, trusting('expired.pem')),
    await whoami(`https://127.0.0.1:${valid}`, trusting('valid.pem')),
  ];
  assert.deepEqual(said, [
    `Cannot reach https://localhost:${valid}: its certificate is self-signed; if you trust it, name the certificate in NODE_EXTRA_CA_CERTS.\n`,
    `Cannot reach https://localhost:${expired}: its certificate has expired; tell who runs it.\n`,
    `Cannot reach https://127.0.0.1:${valid}: its certificate is for another name; look at the address.\n`,
  ]);
});

test('VITRINE_TOKEN that is set is used for another address, also when it is the stored one', async () => {
  const login = { baseUrl: 'https://signage.example.com', token: 'vitrine_stored' };
  await mkdir(join(folder, 'config', 'vitrine'), { recursive: true });
  await writeFile(join(folder, 'config', 'vitrine', 'config.json'), JSON.stringify(login));
  const url = `https://localhost:${await listen(createServer())}`;
  assert.match(await whoami(url, { VITRINE_TOKEN: 'vitrine_stored' }), /^Cannot reach/);
  assert.match(await whoami(url, { VITRINE_TOKEN: '' }), /set VITRINE_TOKEN too/);
});

test('an upload that waits for the service says so, also into a pipe', async () => {
  const answers = [503];
  const server = createServer((_, response) =>
    response.writeHead(answers.shift() ?? 401, { 'retry-after': '2' }).end(),
  );
  const url = `http://localhost:${await listen(server)}`;
  await writeFile(join(folder, 'a.png'), 'picture');
  const { stderr } = await run(['media', 'upload', 'a.png'], {
    env: { VITRINE_URL: url, VITRINE_TOKEN: 'vitrine_some' },
  });
  assert.match(stderr, /^The service answered 503 without saying why: going on in 2 s …\nFailed:\n {2}a\.png: /);
});

test('following changes goes on after a restart, and says so', async () => {
  const page = (nextCursor: string) => JSON.stringify({ items: [], nextCursor, more: false });
  const answers = [
    { status: 200, body: page('a') },
    { status: 503, body: 'Starting' },
    { status: 401, body: JSON.stringify({ error: 'unauthorized', message: 'The token is not valid.' }) },
  ];
  const server = createServer((_, response) => {
    const { status, body } = answers.shift() ?? { status: 200, body: '' };
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' }).end(body);
  });
  const port = await listen(server);
  const env = { VITRINE_URL: `http://localhost:${port}`, VITRINE_TOKEN: 'vitrine_some' };
  const { code, stderr } = await run(['changes'], { env });
  assert.equal(code, 1);
  assert.match(stderr, /^The service answered 503 without saying why: going on in 2 s …\nThe token is not valid\. /);
});
