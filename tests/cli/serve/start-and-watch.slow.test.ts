// `serve` as built, in a process of its own: its first start and the next, and what it shows while it is up.
import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { startEmbedded } from '../../../server/src/db/start-embedded.js';
import { newFolder, poll, runCommand, type Served } from '../../harness/command-line.js';
import { send } from '../../harness/service.js';
import { findSecretLines, newServing, type Serving } from './serving.js';

type Access = { email: string; password: string; readToken: string; writeToken: string; screenKeys: readonly string[] };

let serving: Serving;
let access: Access;

beforeAll(async () => {
  serving = await newServing(newFolder);
});
afterEach(() => serving.endAll());
afterAll(() => serving.remove());

const get = (served: Served, path: string, bearer = access.readToken) => send(served.url + API_PATH + path, bearer);

describe('the first start', () => {
  test('seeds the demo and prints addresses, sign-in, two tokens and a curl line that works', async () => {
    const served = await serving.start();
    const said = served.said.stdout;
    assert.ok(said.startsWith('Making demo content (once) …\n\nVitrine is up.\n'), said);
    assert.ok(said.includes(`\n  Console   ${served.url}\n`), said);
    assert.ok(said.includes(`\n  API       ${served.url}${API_PATH}\n`), said);
    const [, email = '', password = ''] = /sign-in +(\S+@\S+) +(\S+)\n/.exec(said) ?? [];
    const [, readToken = ''] = /read token +(vitrine_\S{43})\n/.exec(said) ?? [];
    const [, writeToken = ''] = /write token +(vitrine_\S{43})\n/.exec(said) ?? [];
    const screenKeys = [...said.matchAll(/screen \d +\S+\/screen\?\d#demo=(vitrine_screen_\S{43})\n/g)].map(
      ([, key = '']) => key,
    );
    assert.equal(screenKeys.length, 2);
    access = { email, password, readToken, writeToken, screenKeys };
    const [, header = '', url = ''] = /^ +curl -H '([^']+)' '([^']+)'$/m.exec(said) ?? [];
    const [name = '', value = ''] = header.split(': ');
    const answer = await send(url, undefined, { headers: { [name]: value } });
    assert.equal(answer.status, 200);
    const { items } = answer.body as { items: { thumbnailUrl: string | null }[] };
    assert.equal(items.length, 2);
    assert.equal((await get(served, '/tags', writeToken)).status, 200);
    const picture = await fetch(items.find(({ thumbnailUrl }) => thumbnailUrl !== null)?.thumbnailUrl ?? '');
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);
  });

  test('the next start seeds nothing, and shows the same sign-in and tokens; so does the command demo', async () => {
    const served = await serving.start();
    const said = served.said.stdout;
    assert.ok(said.startsWith('\nVitrine is up.\n'), said);
    for (const secret of Object.values(access).flat()) assert.ok(said.includes(secret));
    for (const _ of ['once', 'twice']) {
      const { code, stdout } = await runCommand(serving.folder, ['demo', '--json']);
      assert.equal(code, 0);
      const { merchantId, ...shown } = JSON.parse(stdout) as Access & { merchantId: string };
      assert.deepEqual(shown, access);
      assert.equal(merchantId.length, 36);
    }
    const { stdout } = await runCommand(serving.folder, ['merchant', 'list', '--json']);
    assert.equal((JSON.parse(stdout) as unknown[]).length, 2);
  });
});

describe('watching it', () => {
  test('/readyz is 503 while the database is away and 200 when it is back; /healthz and /metrics are 200 throughout', async () => {
    let postgres = await startEmbedded(serving.folder);
    const { host, port, database } = postgres.connection;
    const url = `postgres://vitrine@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const served = await serving.start({ DATABASE_URL: url });
    const ready = () => send(`${served.url}/readyz`);
    const detail = () => send(`${served.adminUrl}/readyz`).then(({ status, body }) => [status, body]);
    assert.deepEqual(await ready().then(({ status, body }) => [status, body]), [200, { status: 'ok' }]);
    assert.deepEqual(await detail(), [200, { status: 'ok', database: 'ok', storage: 'ok' }]);
    await postgres.stop();
    const away = await poll(ready, ({ status }) => status === 503);
    assert.deepEqual([away.status, away.body], [503, { status: 'unavailable' }]);
    assert.deepEqual(await detail(), [503, { status: 'unavailable', database: 'unavailable', storage: 'ok' }]);
    assert.deepEqual((await send(`${served.url}/healthz`)).body, { status: 'ok' });
    assert.equal((await fetch(`${served.adminUrl}/metrics`)).status, 200);
    const refused = await get(served, '/tags');
    assert.deepEqual([refused.status, (refused.body as { error: string }).error], [500, 'internal']);
    postgres = await startEmbedded(serving.folder);
    assert.equal((await poll(ready, ({ status }) => status === 200)).status, 200);
    assert.equal((await get(served, '/tags')).status, 200);
    await served.end('SIGTERM');
    await postgres.stop();
  });

  test('/metrics counts by route and status, times answers, and shows pool, refused tokens and limits hit', async () => {
    const served = await serving.start({ READS_PER_MINUTE: '3' });
    await get(served, '/tags', 'vitrine_not-a-token');
    for (let at = 0; at < 10; at += 1) if ((await get(served, '/tags')).status === 429) break;
    const metrics = await (await fetch(`${served.adminUrl}/metrics`)).text();
    const route = `route="${API_PATH}/tags",method="GET"`;
    for (const line of [
      new RegExp(`^vitrine_http_requests_total\\{${route},status="200"\\} [3-9]$`, 'm'),
      new RegExp(`^vitrine_http_requests_total\\{${route},status="401"\\} 1$`, 'm'),
      new RegExp(`^vitrine_http_request_duration_seconds_bucket\\{le="\\+Inf",${route}\\} \\d+$`, 'm'),
      /^vitrine_database_connections\{state="idle"\} \d+$/m,
      /^vitrine_tokens_refused_total 1$/m,
      /^vitrine_rate_limits_hit_total 1$/m,
    ])
      assert.match(metrics, line);
  });

  test('logs are lines of JSON on standard error, with request id, merchant and the last four of the token', async () => {
    const served = await serving.start({ LOG_LEVEL: 'trace' });
    const { headers, body } = await get(served, '/media?limit=3');
    await tempt(served, body as { items: { thumbnailUrl: string }[] });
    const { stderr } = await served.end('SIGTERM');
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ reqId }) => reqId === headers.get('x-request-id'));
    const { time, ms, merchant, ...rest } = line ?? {};
    assert.deepEqual(rest, {
      level: 30,
      reqId: headers.get('x-request-id'),
      method: 'GET',
      route: `${API_PATH}/media`,
      status: 200,
      token: access.readToken.slice(-4),
      msg: 'request',
    });
    assert.match(String(merchant), /^[0-9a-f-]{36}$/);
    assert.ok(typeof ms === 'number' && !Number.isNaN(Date.parse(String(time))));
    assert.ok(lines.some(({ msg }) => msg === 'storage request'));
  });

  // Every way in which a secret could come near the log.
  async function tempt(served: Served, { items }: { items: { thumbnailUrl: string | null }[] }): Promise<void> {
    const { readToken, writeToken, password } = access;
    for (const { thumbnailUrl } of items) if (thumbnailUrl !== null) await fetch(thumbnailUrl);
    await fetch(String(items[0]?.thumbnailUrl).replace('X-Amz-Date', 'x'));
    await get(served, `/media?token=${readToken}`);
    await get(served, `/media?cursor=${readToken}&q=${password}`);
    await get(served, `/media/${writeToken}`);
    await get(served, '/tags', `${readToken} ${password}`);
    await send(`${served.url}/${readToken}?${password}`);
    await send(`${served.url}${API_PATH}/media`, readToken, { method: 'DELETE' });
  }
});

test('nothing that any process here wrote holds a secret, other than what the banner and demo are for', async () => {
  const { password, readToken, writeToken } = access;
  assert.deepEqual(await findSecretLines(serving.folder, [password, readToken, writeToken]), []);
  assert.ok(serving.folder.said.some((text) => text.includes('"msg":"request"')));
});
