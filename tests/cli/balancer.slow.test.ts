// deploy/haproxy.cfg as haproxy itself runs it, in front of two instances that lose requests.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { poll } from '../harness/command-line.js';
import { findFreePort } from '../harness/free-port.js';

const CONFIG = join(import.meta.dirname, '../../deploy/haproxy.cfg');
const isInstalled = spawnSync('haproxy', ['-v']).status === 0;

describe.runIf(isInstalled)('the balancer', () => {
  let folder: string;
  let url: string;
  let balancer: ChildProcess;
  let instances: Server[];
  let seen: IncomingMessage[];
  let lost: number;

  beforeAll(async () => {
    instances = await Promise.all([1, 2].map(() => startInstance()));
    folder = await mkdtemp(join(tmpdir(), 'vitrine-balancer-'));
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const [one, two] = instances.map((instance) => (instance.address() as AddressInfo).port);
    const config = (await readFile(CONFIG, 'utf8'))
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replaceAll(' one:8080', ` 127.0.0.1:${one}`)
      .replaceAll(' two:8080', ` 127.0.0.1:${two}`);
    await writeFile(join(folder, 'haproxy.cfg'), config);
    balancer = spawn('haproxy', ['-db', '-q', '-f', join(folder, 'haproxy.cfg')], { stdio: 'inherit' });
    await poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    );
  });
  afterAll(async () => {
    balancer.kill('SIGKILL');
    await once(balancer, 'close');
    for (const instance of instances) instance.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    seen = [];
    lost = 1;
  });

  // Ready at all times; of everything else it loses as many as `lost` says, without a word.
  async function startInstance(): Promise<Server> {
    const instance = createServer((request, response) => {
      if (request.url === '/readyz') return response.end();
      seen.push(request);
      return (lost -= 1) < 0 ? response.end('whole') : request.socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(instance, 'listening');
    return instance;
  }

  // Each on a connection of its own: on one that was used before, a balancer may close without a word.
  async function ask(method: string, path: string): Promise<[status: number | undefined, body: string]> {
    const sent = request(url + path, { method, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return [answer.statusCode, await text(answer)];
  }

  test.each([
    ['GET', '/api/console/v1/media'],
    ['GET', '/'],
    ['POST', '/api/integrations/v1/media/uploads'],
  ])('a lost %s %s is sent again', async (method, path) => {
    assert.deepEqual(await ask(method, path), [200, 'whole']);
    assert.equal(seen.length, 2);
  });

  test.each(['POST', 'PATCH', 'DELETE'])('a lost %s of a person is told, and not sent again', async (method) => {
    const [status] = await ask(method, '/api/console/v1/campaigns/1/publish');
    assert.deepEqual([status, seen.length], [502, 1]);
  });

  test.each(['/metrics', '/metrics/', '/metrics?x'])('%s is not asked of any instance', async (path) => {
    lost = 0;
    const [status] = await ask('GET', path);
    assert.deepEqual([status, seen.length], [404, 0]);
  });

  test('who called is who called, whatever they say', async () => {
    lost = 0;
    await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    assert.equal(seen[0]?.headers['x-forwarded-for'], '127.0.0.1');
  });
});
