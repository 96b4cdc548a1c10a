// `vitrine listen` as a developer runs it: the built command line beside a service, and a program that takes webhooks.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { renewFeeds } from '../../server/src/changes/renew-feeds.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { anImage } from '../../tests/harness/content.js';
import { findFreePort } from '../../tests/harness/free-port.js';
import { useService, type Shop } from '../../tests/harness/service.js';
import { until } from '../../tests/harness/until.js';
import { newCommandLine } from './built-service.js';

const service = useService();
let folder: string;
let line: ReturnType<typeof newCommandLine>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-listen-'));
  line = newCommandLine(folder);
});
afterAll(async () => {
  await line.endRepeated();
  await rm(folder, { recursive: true, force: true });
});

type Taken = { readonly id: string; readonly type: string; readonly data: unknown };

// A receiver that verifies with the standard's own library and answers as it is told.
async function startReceiver(port: number, secret: string, ...answers: readonly number[]) {
  const taken: Taken[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const { type, data } = new Webhook(secret).verify(body, headers) as Taken;
      taken.push({ id: headers['webhook-id'] ?? '', type, data });
      response.writeHead(answers[taken.length - 1] ?? 204).end('\u001b[31mNo such table: screens\nat Query.run');
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { taken, close: () => void server.close() };
}

function hear(child: ChildProcess) {
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
  return said;
}

const startListen = (shop: Shop, port: number, ...more: string[]) =>
  line.start(['listen', '--forward-to', `127.0.0.1:${port}/hook`, ...more], {
    env: { VITRINE_URL: service.url, VITRINE_TOKEN: shop.secret },
  });

async function interrupt(child: ChildProcess): Promise<unknown> {
  child.kill('SIGINT');
  // Not at its `exit`: what it said at last may still be in the pipe.
  return (await once(child, 'close'))[0];
}

test('listen posts what happens, signed, waits for a program that is not there, and goes on where it was', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const tag = (name: string) => shop.post(`/media/${media.id}/tags`, { add: [name] });
  const port = await findFreePort();

  const child = startListen(shop, port);
  const said = hear(child);
  await until(() => said.stderr.includes('Signed with'));
  const secret = /Signed with (whsec_\S+) /.exec(said.stderr)?.[1] ?? '';
  await tag('First');
  await until(() => said.stderr.includes('nothing answers at that port: waiting for it …'));
  const receiver = await startReceiver(port, secret, 204, 500);
  await until(() => said.stdout.split('\n').length === 3);
  const { body } = await shop.get('/changes?cursor=oldest');
  const told = (body as { items: Taken[] }).items.slice(-2);
  assert.deepEqual(
    receiver.taken,
    told.map(({ id, type, data }) => ({ id, type, data })),
  );
  assert.match(
    said.stdout,
    /^\S+Z {2}tag\.created {9}204 {2}\d+ ms\n\S+Z {2}media\.changed {7}500 {2}\d+ ms {2}.*No such table: screens\n$/,
  );
  assert.ok(!said.stdout.includes('\u001b'));
  assert.equal(await interrupt(child), 0);

  // The same secret, the place that it told at its end, and of what happened meanwhile what was asked for.
  const cursor = /--cursor (\S+)\n$/.exec(said.stderr)?.[1] ?? '';
  await tag('Second');
  const again = startListen(shop, port, '--cursor', cursor, '--types', 'tag.created,tag.changed', '--json');
  const heard = hear(again);
  await until(() => heard.stdout.endsWith('}\n'));
  assert.deepEqual(
    receiver.taken.slice(2).map(({ type }) => type),
    ['tag.created'],
  );
  assert.equal(Object(JSON.parse(heard.stdout)).status, 204);
  assert.equal(await interrupt(again), 0);
  receiver.close();
  assert.ok(!(said.stdout + said.stderr + heard.stderr).includes(shop.secret));
});

test('interrupted while the program is not there, it tells a place from which everything comes', async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  const port = await findFreePort();
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const waitAndEnd = async (child: ChildProcess) => {
    const said = hear(child);
    await until(() => said.stderr.includes('What happens is posted'));
    await shop.post(`/media/${media.id}/tags`, { add: ['One', 'Two', 'Three'] });
    await until(() => said.stderr.includes('waiting for it …'));
    assert.equal(await interrupt(child), 0);
    return /--cursor (\S+)\n$/.exec(said.stderr)?.[1] ?? '';
  };
  const start = (...more: string[]) => startListen(shop, port, '--secret', secret, ...more);
  // First with what happens after its start, then with what had happened before.
  const place = await waitAndEnd(start());
  const samePlace = await waitAndEnd(start('--cursor', place));
  const { body } = await shop.get('/changes?cursor=oldest');
  const told = (body as { items: Taken[] }).items.slice(-4);
  assert.deepEqual(
    told.map(({ type }) => type),
    ['tag.created', 'tag.created', 'tag.created', 'media.changed'],
  );

  const receiver = await startReceiver(port, secret);
  const child = start('--cursor', samePlace);
  const said = hear(child);
  await until(() => said.stdout.split('\n').length === told.length + 1);
  assert.deepEqual(
    receiver.taken,
    told.map(({ id, type, data }) => ({ id, type, data })),
  );
  assert.equal(await interrupt(child), 0);
  receiver.close();
});

test('listen says what is wrong with its options, its secret and its address', async () => {
  const shop = await service.newMerchant();
  const env = { VITRINE_URL: service.url, VITRINE_TOKEN: shop.secret };
  const listen = async (more: Record<string, string>, ...args: string[]): Promise<[number | null, string]> => {
    const { code, stderr } = await line.repeat(['listen', ...args], { env: { ...env, ...more } });
    return [code, stderr];
  };
  const [none, noneSaid] = await listen({});
  assert.deepEqual([none, noneSaid.includes('--forward-to')], [2, true]);
  assert.equal((await listen({}, '--forward-to', 'http://user:pass@localhost/'))[0], 2);
  const [unknown, said] = await listen({}, '--forward-to', 'localhost:1', '--types', 'media.gone');
  assert.deepEqual([unknown, said.includes('There is no media.gone. There are: media.ready,')], [2, true]);
  for (const more of [{ VITRINE_WEBHOOK_SECRET: 'whsec_short' }, {}]) {
    const flag = 'VITRINE_WEBHOOK_SECRET' in more ? [] : ['--secret', 'secret'];
    const refused = await listen(more, '--forward-to', 'localhost:1', ...flag);
    assert.deepEqual(refused, [1, 'The secret must be whsec_ and the base64 of 24 to 64 bytes.\n']);
  }
  assert.equal((await listen({ VITRINE_TOKEN: 'vitrine_wrong' }, '--forward-to', 'localhost:1'))[0], 1);
});

describe('an expired cursor', () => {
  async function expire() {
    const media = anImage();
    const shop = await service.newMerchant({ media: [media] });
    const { nextCursor } = Object((await shop.get('/changes')).body) as { nextCursor: string };
    await renewFeeds(service, [parseMerchantId(shop.id)]);
    const env = { VITRINE_URL: service.url, VITRINE_TOKEN: shop.secret };
    const tag = (name: string) => shop.post(`/media/${media.id}/tags`, { add: [name] });
    return { shop, env, tag, given: ['--cursor', nextCursor] };
  }
  const LISTEN = ['listen', '--forward-to', 'localhost:9'];
  const CONTINUING = 'The cursor has expired: changes were missed. Read the lists again. Continuing from now.\n';

  test.each([
    ['changes', ['changes']],
    ['changes --once', ['changes', '--once']],
    ['listen', LISTEN],
  ])('ends %s with exit code 3 and says how to start again', async (_, command) => {
    const { env, given } = await expire();
    const { code, stdout, stderr } = await line.run([...command, ...given], { env });
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(
      stderr,
      /^cursor: has expired\. .* To start again from now, leave out --cursor or add --on-expired continue\. \(request \S+\)\n$/,
    );
  });

  test('changes --once --on-expired continue prints a new cursor', async () => {
    const { env, given, tag } = await expire();
    const first = await line.run(['changes', '--once', ...given, '--on-expired', 'continue'], { env });
    assert.deepEqual([first.code, first.stdout], [0, '']);
    assert.ok(first.stderr.startsWith(CONTINUING), first.stderr);
    const cursor = /\n--cursor (\S+)\n$/.exec(first.stderr)?.[1] ?? '';
    await tag('New');
    const { code, stdout } = await line.run(['changes', '--once', '--cursor', cursor], { env });
    assert.equal(code, 0);
    assert.match(stdout, /^\S+Z {2}tag\.created .*\n\S+Z {2}media\.changed .*\n$/);
  });

  test('changes --on-expired continue goes on when the cursor expires at its start and later', async () => {
    const { shop, env, given, tag } = await expire();
    const child = line.start(['changes', ...given, '--on-expired', 'continue', '--json'], { env });
    const said = hear(child);
    const isWaiting = () =>
      until(async () => {
        const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
        return metrics.includes('\nvitrine_changes_waiting 1\n');
      });
    await isWaiting();
    await tag('One');
    await until(() => said.stdout.split('\n').length === 3);
    await isWaiting();
    await renewFeeds(service, [parseMerchantId(shop.id)]);
    await tag('Two');
    await until(() => said.stderr === CONTINUING.repeat(2));
    await isWaiting();
    await tag('Three');
    await until(() => said.stdout.split('\n').length === 5);
    assert.equal(await interrupt(child), 0);
  });
});
