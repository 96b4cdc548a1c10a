// What holds for every message and every tool: who comes in, how large and how many, and that a refusal is the protocol's own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, test } from 'vitest';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { API_PATH, MCP_PATH } from '@vitrine/contract/endpoint';
import type { Tool } from '@vitrine/contract/tool';
import { tools } from '@vitrine/contract/tools';
import { askMcp, callTool, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newPerson } from '../../../tests/harness/console.js';
import { rawRequest } from '../../../tests/harness/raw-request.js';
import { send, startService, useService, type Service } from '../../../tests/harness/service.js';

const service = useService();

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function newShop(
  at: Service = service,
  permissions: readonly AiPermission[] = AI_PERMISSIONS,
  parts: object = {},
) {
  const shop = await at.newMerchant(parts);
  const person = await newPerson(at, { [shop.id]: 'owner' });
  const key = await newAiKey(at, { merchantId: shop.id, personId: person.id }, { permissions });
  return { shop, person, key, call: (name: string, given: object = {}) => callTool(at.url, key.secret, name, given) };
}

const UNAUTHORIZED = {
  error: 'unauthorized',
  message:
    'A valid personal key is needed: make one in the console under your account, and send it as Authorization: Bearer <key>.',
};

describe('who comes in', () => {
  test('a key does not work at the API of integrations, and a token not here', async () => {
    const { shop, key, person } = await newShop();
    assert.equal((await send(`${service.url}${API_PATH}/tags`, key.secret)).status, 401);
    for (const secret of [undefined, shop.secret, person.secret, 'vitrine_ai_x', `${key.secret}x`]) {
      const answer = await askMcp(service.url, secret, PING, secret === undefined ? { cookie: person.cookie } : {});
      assert.deepEqual([answer.status, answer.body], [401, UNAUTHORIZED]);
      const metadata = 'http://127.0.0.1/.well-known/oauth-protected-resource/api/mcp';
      const why = secret === undefined ? '' : ', error="invalid_token"';
      assert.equal(answer.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"${why}`);
    }
  });

  test.each([
    ['is revoked', `update ai_keys set revoked_at = now() where merchant_id = $1`],
    ['has expired', `update ai_keys set expires_at = '2026-06-15T12:00:00Z' where merchant_id = $1`],
    ['is of somebody who has left', `delete from memberships where merchant_id = $1`],
    [
      'is of somebody who was shut out',
      `update people set disabled_at = now() where id in (select person_id from memberships where merchant_id = $1)`,
    ],
    ['is of a merchant that is suspended', `update merchants set suspended = true where id = $1`],
    [
      'is of a merchant whose plan has ended',
      `update merchants set plan_ends_at = '2026-06-01T00:00:00Z' where id = $1`,
    ],
    [
      'is of somebody without the second factor that the merchant demands',
      `update merchants set requires_second_factor = true where id = $1`,
    ],
  ])('a key that %s is refused with its next message', async (_, text) => {
    const { shop, key } = await newShop();
    assert.equal((await askMcp(service.url, key.secret, PING)).status, 200);
    await service.db.rows({ text, values: [shop.id] });
    const answer = await askMcp(service.url, key.secret, PING);
    assert.deepEqual([answer.status, answer.body], [401, UNAUTHORIZED]);
  });

  test('a page of another site is refused, whatever it brings', async () => {
    const { key } = await newShop();
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      assert.equal((await askMcp(service.url, key.secret, PING, { origin })).status, 403, origin);
    }
    const program = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    };
    const plain = await rawRequest(service.url + MCP_PATH, { ...program, body: JSON.stringify(PING) });
    assert.equal(plain.status, 200);
  });
});

describe('every tool', () => {
  const rows = Object.entries<Tool>(tools);

  // Calls every tool with a key that may do everything but what the tool needs.
  async function findUnguarded(permissions: readonly AiPermission[]): Promise<string[]> {
    const unguarded = [];
    for (const missing of permissions) {
      const { call } = await newShop(
        service,
        AI_PERMISSIONS.filter((one) => one !== missing),
      );
      for (const [name] of rows.filter(([, row]) => NEEDS.get(row) === missing)) {
        const { isError, text } = await call(name);
        if (!isError || !text.startsWith('This key may not ')) unguarded.push(name);
      }
    }
    return unguarded;
  }

  const NEEDS = new Map(rows.map(([, row]) => [row, row.permission]));

  test('without its permission is refused; one that forgets it is found', async () => {
    assert.deepEqual(await findUnguarded(AI_PERMISSIONS), []);
    const planted: { permission: AiPermission } = tools.publish_campaign as { permission: AiPermission };
    planted.permission = 'look';
    try {
      assert.deepEqual(await findUnguarded(['publish']), ['publish_campaign']);
    } finally {
      planted.permission = 'publish';
    }
  });

  test('that changes something is refused where the plan lets no program write', async () => {
    const plan = { name: 'free', endsAt: null, allowsWrites: false, storageQuotaBytes: 1 };
    const { call } = await newShop(service, AI_PERMISSIONS, { merchant: { plan } });
    for (const [name, row] of rows) {
      const { text } = await call(name);
      assert.equal(text.startsWith("The merchant's plan does not allow"), row.effect !== 'reads', name);
    }
  });

  test('says which argument is wrong, and calls nothing', async () => {
    const { call, shop } = await newShop();
    for (const [name, { input }] of rows) {
      const { isError, text, data } = await call(name, { surprise: true });
      assert.deepEqual([isError, data], [true, {}], name);
      assert.match(text, /Unknown field "surprise".*Mend the arguments and call again\.$/, name);
      const missing = /Missing: ([^.]*)\./.exec(text)?.[1] ?? '';
      assert.deepEqual(missing === '' ? [] : missing.split(', '), input.required ?? [], name);
    }
    const entries = await service.db.rows({ text: 'select 1 from activity where merchant_id = $1', values: [shop.id] });
    assert.deepEqual(entries, []);
  });
});

describe('what the protocol refuses', () => {
  const codeOf = ({ json }: { readonly json: Readonly<Record<string, unknown>> }): unknown =>
    Object(json['error']).code;

  test.each([
    ['broken JSON', '{', -32_700],
    ['no body', '', -32_700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), -32_700],
    ['several messages at once', JSON.stringify([PING, PING]), -32_600],
  ])('%s', async (_, body, code) => {
    const { key } = await newShop();
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const answer = await fetch(service.url + MCP_PATH, { method: 'POST', headers, body });
    assert.equal(answer.status, 400);
    assert.equal(Object(await answer.json()).error.code, code);
  });

  test('an unknown method, an unknown tool, an unknown revision, another type of body', async () => {
    const { key, call } = await newShop();
    const ask = (body: unknown, headers = {}) => askMcp(service.url, key.secret, body, headers);
    assert.equal(codeOf(await ask({ ...PING, method: 'no/such' })), -32_601);
    const unknown = await call('delete_everything');
    assert.deepEqual([unknown.status, codeOf(unknown)], [200, -32_602]);
    const early = await ask(PING, { 'mcp-protocol-version': '1999-01-01' });
    assert.deepEqual([early.status, typeof codeOf(early)], [400, 'number']);
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const late = await ask(
      { ...PING, method: 'tools/list', params: { _meta: meta } },
      { 'mcp-protocol-version': '2099-01-01' },
    );
    assert.equal(late.status, 400);
    const plain = { authorization: `Bearer ${key.secret}`, 'content-type': 'text/plain' };
    assert.equal(
      (await rawRequest(service.url + MCP_PATH, { method: 'POST', headers: plain, body: '{}' })).status,
      415,
    );
  });

  test('a message that is too long; only a small file may be longer, and only with a key that may add', async () => {
    const { key, call } = await newShop();
    const long = 'x'.repeat(70_000);
    assert.equal((await askMcp(service.url, key.secret, { ...PING, params: { long } })).status, 413);
    const inline = {
      fileName: 'a.png',
      mimeType: 'image/png',
      name: 'A',
      data: Buffer.alloc(70_000, 7).toString('base64'),
    };
    assert.equal((await call('add_media_inline', inline)).isError, false);
    const tooMuch = { ...inline, data: Buffer.alloc(2_097_153).toString('base64') };
    assert.match((await call('add_media_inline', tooMuch)).text, /Use start_upload\.$/);
    assert.match((await call('add_media_inline', { ...inline, data: 'not base64!' })).text, /^data: must be base64\./);
    const looking = await newShop(service, ['look']);
    assert.equal((await looking.call('add_media_inline', inline)).status, 413);
  });
});

test('budgets are exact over instances; over them the answer says how long to wait, beyond twice it is a 429', async () => {
  const small = await startService({ isShared: true, assistantLimits: { readsPerMinute: 4, writesPerMinute: 2 } });
  const other = await small.newInstance();
  const { key } = await newShop(small);
  const at = (url: string, name: string) => callTool(url, key.secret, name, {});
  const texts = [];
  for (let call = 0; call < 8; call += 1) texts.push((await at(call % 2 === 0 ? small.url : other, 'list_tags')).text);
  assert.deepEqual(
    texts.map((text) => text === 'There is no such tag.'),
    [true, true, true, true, false, false, false, false],
  );
  assert.equal(texts.at(-1), 'More than 4 calls that read in this minute. Wait 30 s, then try again.');
  const refused = await at(other, 'list_tags');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  // Writes have a budget of their own.
  const writes = [];
  for (let call = 0; call < 5; call += 1) writes.push(await at(small.url, 'tag_media'));
  assert.deepEqual(
    writes.map(({ status, text }) => [status, text.startsWith('More than 2 calls that change something')]),
    [
      [200, false],
      [200, false],
      [200, true],
      [200, true],
      [429, false],
    ],
  );
  small.clock.advance(30_000);
  assert.deepEqual(Object((await at(other, 'about')).data['budgets']), {
    read: { limit: 4, remaining: 3 },
    write: { limit: 2, remaining: 2 },
  });
  await small.close();
});

test('beyond twice the writes a small file is refused before it is sent, and not counted', async () => {
  const small = await startService({ assistantLimits: { readsPerMinute: 4, writesPerMinute: 1 } });
  const { key, call } = await newShop(small);
  await call('tag_media');
  await call('tag_media');
  for (const length of [{ 'content-length': 2_000_000 }, { 'transfer-encoding': 'chunked' }]) {
    const headers = { ...length, authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const sending = request(small.url + MCP_PATH, { method: 'POST', headers });
    sending.on('error', () => {});
    // Of a length that is not told as much as any message may have, and a little.
    if ('transfer-encoding' in length) sending.write(' '.repeat(70_000));
    else sending.flushHeaders();
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '30']);
    sending.destroy();
  }
  assert.equal((await call('list_tags')).status, 200);
  await small.close();
});
