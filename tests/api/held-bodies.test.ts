// The gates look before a body is read, and who sends it has time: they look again behind it (decisions, The order of the gates).
import assert from 'node:assert/strict';
import { beforeAll, describe, onTestFinished, test } from 'vitest';
import { API_PATH, CONSOLE_PATH, MCP_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import type { Db } from '../../server/src/db/db.js';
import { setPassword } from '../../server/src/identity/create-person.js';
import { parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { setPlan } from '../../server/src/merchants/change-merchant.js';
import { MCP_HEADERS, newAiKey } from '../harness/ai-keys.js';
import { newAuthenticator } from '../harness/authenticator.js';
import { newPerson, type TestPerson } from '../harness/console.js';
import { anUploadRequest } from '../harness/content.js';
import { newStage } from '../harness/endpoint-cases.js';
import { openConnection } from '../harness/raw-connection.js';
import { newScreen } from '../harness/screens.js';
import { UNAUTHORIZED, useService } from '../harness/service.js';
import { until } from '../harness/until.js';

const UPLOADS = 3;
const A_TOKEN = { name: 'Till', scopes: ['media:write'], days: 90 };
const TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const service = useService({ baseUrl: 'http://localhost', limits: { uploadCallsPerMinute: UPLOADS } });
// An instance of which it is known how often it has looked whose a secret is.
let url: string;
let looks = 0;
beforeAll(async () => {
  url = await service.newInstance({ db: counting(service.db) });
});

function counting(db: Db): Db {
  const counted: Pick<Db, 'row' | 'rows'> = {
    row: async (statement) => counts(statement.text, await db.row(statement)),
    rows: async (statement) => counts(statement.text, await db.rows(statement)),
  };
  return { ...db, ...counted };
}

function counts<Result>(text: string, result: Result): Result {
  if (/(?:secret|key)_hash/.test(text)) looks += 1;
  return result;
}

type Sent = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: object };

// Its head, and its body when that is asked for.
async function open({ path, headers, body }: Sent) {
  const connection = await openConnection(url);
  onTestFinished(() => connection.end());
  const text = JSON.stringify(body);
  const all = { host: new URL(url).host, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}content-length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const answered = async () => {
    const [answer] = await connection.untilAnswered(1);
    return { status: answer?.status, headers: answer?.headers, body: JSON.parse(String(answer?.body)) as unknown };
  };
  return {
    connection,
    send: (): Promise<Answered> => (connection.write(head + text), answered()),
    sendHead: () => connection.write(head + text.slice(0, 1)),
    sendRest: (): Promise<Answered> => (connection.write(text.slice(1)), answered()),
  };
}

type Answered = {
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string> | undefined;
  readonly body: unknown;
};

// What is done after the request was let in, and before its body is whole.
async function held(sent: Sent, meanwhile: () => Promise<unknown> = async () => {}): Promise<Answered> {
  const request = await open(sent);
  const before = looks;
  request.sendHead();
  await until(() => looks > before);
  await meanwhile();
  return request.sendRest();
}

const by = ({ cookie }: Pick<TestPerson, 'cookie'>, path: string, body: object): Sent => ({
  path: CONSOLE_PATH + path,
  headers: { cookie, origin: url },
  body,
});
const withKey = (path: string, key: string, body: object): Sent => ({
  path,
  headers: { ...(path === MCP_PATH && MCP_HEADERS), authorization: `Bearer ${key}` },
  body,
});

const SIGN_IN = { error: 'unauthorized', message: 'Sign in first.' };

describe('a body that comes whole when its sender was shut out', () => {
  test('by removal issues no token', async () => {
    const { owner, admin } = await newStage(service);
    const before = (await owner.get('/tokens')).json['active'];
    const answer = await held(by(admin, '/tokens', A_TOKEN), () => owner.remove(`/people/${admin.id}`));
    assert.deepEqual([answer.status, answer.body], [401, SIGN_IN]);
    assert.equal((await owner.get('/tokens')).json['active'], before);
  });

  test('by removal issues no token at another merchant of theirs either', async () => {
    const [here, there] = [await newStage(service), await newStage(service)];
    const both = await newPerson(service, { [here.shop.id]: 'admin', [there.shop.id]: 'admin' });
    await both.post('/me/merchant', { merchantId: here.shop.id });
    const before = (await there.owner.get('/tokens')).json['active'];
    const answer = await held(by(both, '/tokens', A_TOKEN), () => here.owner.remove(`/people/${both.id}`));
    assert.deepEqual([answer.status, Object(answer.body).error], [404, 'not_found']);
    assert.equal((await there.owner.get('/tokens')).json['active'], before);
  });

  test('by another role does what that one may', async () => {
    const { owner, admin } = await newStage(service);
    const demote = () => owner.patch(`/people/${admin.id}`, { role: 'staff' });
    const answer = await held(by(admin, '/tokens', A_TOKEN), demote);
    assert.deepEqual([answer.status, Object(answer.body).error], [403, 'forbidden']);
  });

  test('by a new password adds no passkey', async () => {
    const { shop } = await newStage(service);
    const person = await newPerson(service, { [shop.id]: 'staff' });
    const { json } = await person.post('/me/passkeys/start');
    const passkey = { name: 'Phone', ...newAuthenticator().create(Object(json['options'])) };
    const setNew = () => setPassword(service, parsePersonId(person.id), 'a door with green houses');
    const answer = await held(by(person, '/me/passkeys', passkey), setNew);
    assert.deepEqual([answer.status, answer.body], [401, SIGN_IN]);
    assert.equal((await service.db.rows(passkeysOf(person.id))).length, 0);
  });

  test('is refused for that, also where the body is faulty', async () => {
    const { owner, admin } = await newStage(service);
    const answer = await held(by(admin, '/tokens', { days: 'x' }), () => owner.remove(`/people/${admin.id}`));
    assert.deepEqual([answer.status, answer.body], [401, SIGN_IN]);
  });

  test('by a revoke starts no upload', async () => {
    const { shop, owner } = await newStage(service);
    const revoke = () => owner.post(`/tokens/${shop.token.id}/revoke`);
    const upload = anUploadRequest();
    // Signals of a revoke go to every instance; this one has forgotten the token when it refuses it.
    const answer = await held(withKey(`${API_PATH}/media/uploads`, shop.secret, upload), async () => {
      await revoke();
      await until(async () => (await fetch(`${url}${API_PATH}/token`, bearing(shop.secret))).status === 401);
    });
    assert.deepEqual([answer.status, answer.body], [401, UNAUTHORIZED]);
    assert.equal((await owner.get(`/media/uploads/${upload.id}`)).status, 404);
  });

  test('by a plan without writes starts no upload', async () => {
    const { shop } = await newStage(service);
    const upload = withKey(`${API_PATH}/media/uploads`, shop.secret, anUploadRequest());
    const answer = await held(upload, async () => {
      await setPlan(service, parseMerchantId(shop.id), { plan_allows_writes: false });
      const ask = () => fetch(url + upload.path, { method: 'POST', ...bearing(shop.secret) });
      await until(async () => (await ask()).status === 403);
    });
    assert.deepEqual([answer.status, Object(answer.body).code], [403, 'plan']);
  });

  test('by a revoke of an assistant is no message of it', async () => {
    const { shop, owner, staff } = await newStage(service);
    const { id, secret } = await newAiKey(service, { merchantId: shop.id, personId: staff.id });
    const answer = await held(withKey(MCP_PATH, secret, TOOLS), () => owner.post(`/ai-keys/${id}/revoke`));
    assert.deepEqual([answer.status, Object(answer.body).error], [401, 'unauthorized']);
  });

  test('by the removal of a screen tells no plays', async () => {
    const { shop, owner } = await newStage(service);
    const screen = await newScreen(service, shop.id);
    const plays = { batch: 1, plays: [] };
    const answer = await held(withKey(`${SCREENS_PATH}/plays`, screen.key, plays), async () => {
      await owner.remove(`/screens/${screen.id}`);
      const ask = async () => (await fetch(`${url}${SCREENS_PATH}/program`, bearing(screen.key))).status;
      await until(async () => (await ask()) === 401);
    });
    assert.deepEqual([answer.status, Object(answer.body).error], [401, 'unauthorized']);
  });
});

const bearing = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const passkeysOf = (personId: string) => ({ text: 'select from passkeys where person_id = $1', values: [personId] });

describe('a body of somebody who is still let in', () => {
  test('does what it asks for, and is looked at twice only where it was not there with the head', async () => {
    const { shop, owner, staff } = await newStage(service);
    const { secret } = await newAiKey(service, { merchantId: shop.id, personId: staff.id });
    for (const sent of [by(owner, '/tokens', A_TOKEN), withKey(MCP_PATH, secret, TOOLS)]) {
      const before = looks;
      assert.equal((await (await open(sent)).send()).status, 200);
      assert.equal(looks - before, 1);
      assert.equal((await held(sent)).status, 200);
      assert.equal(looks - before, 3);
    }
  });

  test('counts once', async () => {
    const { shop, staff } = await newStage(service);
    const uploads = `${API_PATH}/media/uploads`;
    const left = async (answer: Promise<Answered>) => Number((await answer).headers?.get('ratelimit-remaining'));
    const first = await left(held(withKey(uploads, shop.secret, anUploadRequest())));
    const next = await open(withKey(uploads, shop.secret, anUploadRequest()));
    assert.equal(await left(next.send()), first - 1);
    for (let count = 1; count <= UPLOADS; count += 1)
      assert.equal((await held(by(staff, '/media/uploads', anUploadRequest()))).status, 200);
    assert.equal((await held(by(staff, '/media/uploads', anUploadRequest()))).status, 429);
  });
});
