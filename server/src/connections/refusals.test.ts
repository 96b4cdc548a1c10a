// Everything that an authorization server must refuse (OAuth 2.1, RFC 7009, 7591, 8252, 8707, 9207, 9700).
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { MCP_PATH, OAUTH_PATH } from '@vitrine/contract/endpoint';
import { askMcp } from '../../../tests/harness/ai-keys.js';
import {
  allow,
  askedFor,
  challengeOf,
  comeFor,
  connectProgram,
  form,
  newClientId,
  redeem,
  REDIRECT,
  refreshWith,
  register,
  sendForm,
  showTo,
  tokensOf,
  VERIFIER,
} from '../../../tests/harness/connections.js';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { countLockWaits } from '../../../tests/harness/lock-waits.js';
import { startService, useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';

const service = useService();

async function newShop(role: 'owner' | 'staff' = 'staff') {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: role }, 'Stella Staff');
  return { shop, person };
}

// Somebody at a merchant that others are at too.
let busy: ReturnType<typeof newShop> | undefined;
async function newColleague() {
  busy ??= newShop();
  const { shop } = await busy;
  return { shop, person: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
}

const refusalOf = ({ status, json }: { readonly status: number; readonly json: Record<string, unknown> }) => [
  status,
  json['error'],
];
const INVALID_GRANT = [400, 'invalid_grant'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('what a program asks the person for', () => {
  const look = async (asked: string) => {
    const { person } = await newColleague();
    const { json } = await person.post('/connections/asked', { asked });
    const yes = await person.post('/connections', { asked, permissions: ['look'] });
    return { json, yes: [yes.status, yes.json['error']] };
  };

  // Who asks is not known, so nothing leads back: no open redirect.
  test.each<[string, (id: string) => string]>([
    ['no program is named', (id) => askedFor(id, { client_id: undefined })],
    ['the program was never registered', () => askedFor('vitrine_client_AAAA')],
    ['its id was bent', (id) => askedFor(`${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`)],
    ['its id is spelt in another way', (id) => askedFor(`${id}=`)],
    ['no address for the answer is named', (id) => askedFor(id, { redirect_uri: undefined })],
    ['the address is another', (id) => askedFor(id, { redirect_uri: 'https://evil.example/callback' })],
    ['the address goes on', (id) => askedFor(id, { redirect_uri: `${REDIRECT}/../evil` })],
    ['the address has a query more', (id) => askedFor(id, { redirect_uri: `${REDIRECT}?next=evil` })],
    ['the address has a port more', (id) => askedFor(id, { redirect_uri: 'https://claude.example:444/callback' })],
    ['the address is in capitals', (id) => askedFor(id, { redirect_uri: REDIRECT.replace('claude', 'CLAUDE') })],
    ['two addresses are named', (id) => `${askedFor(id)}&${form({ redirect_uri: 'https://evil.example/' })}`],
    ['two programs are named', (id) => `${askedFor(id)}&client_id=other`],
  ])('is shown to nobody where %s', async (_, toAsked) => {
    const { json, yes } = await look(toAsked(await newClientId(service)));
    assert.deepEqual([json['program'], json['back']], [null, null]);
    assert.match(String(json['refusal']), /\.$/);
    assert.deepEqual(yes, [409, 'conflict']);
  });

  test.each<[string, string, Record<string, string | undefined>]>([
    ['it asks for no code', 'unsupported_response_type', { response_type: undefined }],
    ['it asks for a token at once', 'unsupported_response_type', { response_type: 'token' }],
    ['the answer is to come in the fragment', 'invalid_request', { response_mode: 'fragment' }],
    ['there is no PKCE', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['the challenge is plain', 'invalid_request', { code_challenge_method: 'plain' }],
    ['the method is left out, which means plain', 'invalid_request', { code_challenge_method: undefined }],
    ['the challenge is too short', 'invalid_request', { code_challenge: 'short' }],
    ['the resource is another', 'invalid_target', { resource: 'https://other.example/api/mcp' }],
    ['the resource is only the host', 'invalid_target', { resource: 'http://127.0.0.1' }],
    ['a scope is not known', 'invalid_scope', { scope: 'look delete' }],
    ['it is wrapped up', 'request_not_supported', { request: 'eyJ' }],
    ['it is behind an address', 'request_uri_not_supported', { request_uri: 'https://claude.example/r' }],
  ])('is refused where %s; the way back says %s', async (_, error, more) => {
    const { json, yes } = await look(askedFor(await newClientId(service), more));
    const back = new URL(String(json['back']));
    assert.equal(back.origin + back.pathname, REDIRECT);
    assert.equal(back.searchParams.get('error'), error);
    // Who answers is said with a refusal too: no program takes it for another server's.
    assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('iss')], ['0012', 'http://127.0.0.1']);
    assert.equal(back.searchParams.get('code'), null);
    assert.deepEqual(yes, [409, 'conflict']);
  });

  test('is answered with who answers, the state as it came, and a code; a no says so and brings none', async () => {
    const { person } = await newColleague();
    const asked = askedFor(await newClientId(service));
    const { body } = await person.post('/connections/asked', { asked: `?${asked}` });
    assert.deepEqual(body, {
      program: { name: 'Claude', host: null, returnsTo: 'claude.example' },
      refusal: null,
      permissions: ['look', 'add', 'prepare', 'publish'],
      back: `${REDIRECT}?error=access_denied&state=0012&iss=http%3A%2F%2F127.0.0.1`,
      hasRoom: true,
    });
    const answer = await allow(person, asked);
    assert.deepEqual([...answer.keys()], ['code', 'state', 'iss']);
    assert.deepEqual([answer.get('state'), answer.get('iss')], ['0012', 'http://127.0.0.1']);
  });

  test('is nobody’s to answer without a session, from another site, or long after the last proof of who it is', async () => {
    const { person } = await newColleague();
    const body = { asked: askedFor(await newClientId(service)), permissions: ['look'] };
    const headers = { origin: 'https://evil.example' };
    const { status } = await person.sendOnce('POST', '/connections', { body, headers });
    assert.equal(status, 403);
    assert.equal((await person.sendOnce('POST', '/connections', { body, headers: { cookie: '' } })).status, 401);
    service.clock.advance(11 * MINUTE_MS);
    const late = await person.sendOnce('POST', '/connections', { body });
    assert.deepEqual([late.status, late.json['code']], [403, 'proof_required']);
  });

  test('gives no more than was asked for, whatever the page sends, and looking always', async () => {
    const { person } = await newColleague();
    const clientId = await newClientId(service);
    const { json } = await person.post('/connections/asked', { asked: askedFor(clientId, { scope: 'add' }) });
    assert.deepEqual(json['permissions'], ['look', 'add']);
    const code = (await allow(person, askedFor(clientId, { scope: 'add' }), ['add', 'publish'])).get('code');
    assert.equal((await redeem(service, clientId, code)).json['scope'], 'look add');
    const any = await person.post('/connections/asked', { asked: askedFor(clientId, { scope: 'offline_access' }) });
    assert.deepEqual(any.json['permissions'], ['look', 'add', 'prepare', 'publish']);
  });

  test('is not given at a merchant that the person does not belong to, or that is suspended', async () => {
    const { person, shop } = await newShop();
    const other = await newShop();
    const body = { asked: askedFor(await newClientId(service)), permissions: ['look'] };
    assert.equal((await person.post('/connections', body, { 'x-merchant': other.shop.id })).status, 404);
    await service.db.rows({ text: 'update merchants set suspended = true where id = $1', values: [shop.id] });
    assert.equal((await person.post('/connections', body)).status, 403);
  });

  test('is refused beyond ten connections, also when they are asked for at once', async () => {
    const { person } = await newColleague();
    const body = { asked: askedFor(await newClientId(service)), permissions: ['look'] };
    const answers = await Promise.all(Array.from({ length: 12 }, () => person.post('/connections', body)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal((await person.post('/connections/asked', { asked: body.asked })).json['hasRoom'], false);
  });
});

describe('a program that makes itself known', () => {
  test.each([
    ['javascript:alert(1)'],
    ['javascript://claude.example/%0aalert(1)'],
    ['data:text/html,hello'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['blob:https://claude.example/1'],
    ['about:blank'],
    ['http://claude.example/callback'],
    ['http://127.0.0.1.evil.example/callback'],
    ['http://localhost.evil.example/'],
    ['http://192.168.1.5/callback'],
    ['https://claude.example/callback#fragment'],
    ['https://user:word@claude.example/'],
    ['https://claude.example/a b'],
    ['https://claude.example\\@evil.example/'],
    ['ms-msdt:/id'],
    ['intent://x#Intent;end'],
    ['//claude.example/callback'],
    ['/callback'],
    [''],
    [`https://claude.example/${'a'.repeat(400)}`],
  ])('cannot have answers sent to «%s»', async (uri) => {
    const answer = await register(service, { redirect_uris: [REDIRECT, uri] });
    assert.deepEqual(refusalOf(answer), [400, 'invalid_redirect_uri']);
  });

  test.each<[string, unknown, string]>([
    ['nowhere to send answers', {}, 'invalid_redirect_uri'],
    ['no list of addresses', { redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    ['eleven addresses', { redirect_uris: Array.from({ length: 11 }, () => REDIRECT) }, 'invalid_redirect_uri'],
    [
      'too long addresses',
      { redirect_uris: Array.from({ length: 10 }, () => `${REDIRECT}/${'a'.repeat(300)}`) },
      'invalid_redirect_uri',
    ],
    ['no code', { redirect_uris: [REDIRECT], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['a token at once', { redirect_uris: [REDIRECT], response_types: ['token'] }, 'invalid_client_metadata'],
    ['no object', [REDIRECT], 'invalid_request'],
  ])('is refused with %s', async (_, body, error) => {
    assert.deepEqual(refusalOf(await register(service, body)), [400, error]);
  });

  test('is refused when it says more than a page, and when it is not JSON', async () => {
    const large = await register(service, { client_name: 'a'.repeat(20_000), redirect_uris: [REDIRECT] });
    assert.deepEqual(refusalOf(large), [413, 'invalid_request']);
    assert.equal((await sendForm(service, `${OAUTH_PATH}/register`, 'redirect_uris=x')).status, 400);
  });

  test('leaves nothing in the database, gets no secret, and is shown in one line', async () => {
    const tables = async () => {
      const names = await service.db.rows<{ name: string }>({
        text: `select quote_ident(table_name) as name from information_schema.tables
               where table_schema = current_schema() and table_type = 'BASE TABLE'`,
        values: [],
      });
      assert.ok(names.some(({ name }) => name === 'ai_keys'));
      const counts = names.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`);
      return service.db.rows({ text: `${counts.join(' union all ')} order by name`, values: [] });
    };
    const before = await tables();
    const name = `Vitrine\n\u202esupport ${'a'.repeat(200)}`;
    const { status, json } = await register(service, {
      client_name: name,
      redirect_uris: [REDIRECT, 'cursor://anysphere.cursor-mcp/oauth/callback', 'com.example.app:/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      software_id: 'passed over',
    });
    assert.equal(status, 201);
    assert.deepEqual([json['token_endpoint_auth_method'], json['client_secret']], ['none', undefined]);
    assert.equal(json['client_name'], `Vitrine support ${'a'.repeat(44)}`);
    assert.deepEqual(await tables(), before);
  });
});

test('who comes with what opens is not stopped for what strangers at the same address did', async () => {
  const { person } = await newShop();
  const { clientId, tokens } = await connectProgram(service, person);
  const code = (await allow(person, askedFor(clientId))).get('code');
  const junk = [];
  // Not all at once: a service that does not keep up refuses without counting.
  for (let round = 0; round < 3; round += 1)
    junk.push(...(await Promise.all(Array.from({ length: 67 }, () => redeem(service, clientId, 'A'.repeat(43))))));
  const stopped = junk.filter(({ status }) => status === 429);
  assert.ok(stopped.length > 0);
  assert.equal(stopped[0]?.json['error'], 'temporarily_unavailable');
  assert.match(stopped[0]?.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await redeem(service, clientId, code)).status, 200);
  assert.equal((await refreshWith(service, clientId, tokens.refresh_token)).status, 200);
  assert.equal((await register(service)).status, 201);
  const revoked = form({ token: 'anything', client_id: clientId });
  assert.equal((await sendForm(service, `${OAUTH_PATH}/revoke`, revoked)).status, 200);
  // The others here come from the same address.
  service.clock.advance(15 * MINUTE_MS);
});

test('a host registers for as many as it likes', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => register(service)));
  assert.ok(answers.every(({ status }) => status === 201));
});

describe('a program on the person’s own machine', () => {
  test.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback', true],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:51234/callback', true],
    ['http://localhost:3000/callback', 'http://localhost:8080/callback', true],
    ['http://[::1]/callback', 'http://[::1]:9/callback', true],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/other', false],
    ['http://127.0.0.1/callback', 'http://localhost:51234/callback', false],
    ['http://127.0.0.1/callback', 'https://127.0.0.1:51234/callback', false],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51234@evil.example/callback', false],
  ])('that named %s is answered at %s: %s', async (named, asked, isTaken) => {
    const { person } = await newColleague();
    const clientId = await newClientId(service, [named]);
    const { json } = await person.post('/connections/asked', { asked: askedFor(clientId, { redirect_uri: asked }) });
    assert.equal(json['program'] !== null, isTaken, JSON.stringify(json));
    if (isTaken) assert.equal(Object(json['program'])['returnsTo'], null);
  });
});

describe('a code', () => {
  const newCode = async (found = newColleague()) => {
    const { person, shop } = await found;
    const clientId = await newClientId(service);
    return { person, shop, clientId, code: (await allow(person, askedFor(clientId))).get('code') };
  };

  test.each<[string, Record<string, string | undefined>, unknown[]]>([
    ['without its verifier', { code_verifier: undefined }, [400, 'invalid_request']],
    ['with another verifier', { code_verifier: `${VERIFIER}x` }, INVALID_GRANT],
    ['with the challenge itself', { code_verifier: challengeOf(VERIFIER) }, INVALID_GRANT],
    ['with a verifier that is too short', { code_verifier: 'short' }, INVALID_GRANT],
    ['with another address', { redirect_uri: `${REDIRECT}/` }, INVALID_GRANT],
    ['without its address', { redirect_uri: undefined }, [400, 'invalid_request']],
    ['for another resource', { resource: 'https://other.example/' }, [400, 'invalid_target']],
    ['for a grant that is not known', { grant_type: 'client_credentials' }, [400, 'unsupported_grant_type']],
    ['for a password', { grant_type: 'password' }, [400, 'unsupported_grant_type']],
    ['without a program', { client_id: undefined }, [400, 'invalid_request']],
    ['that nobody gave', { code: 'A'.repeat(43) }, INVALID_GRANT],
  ])('%s opens nothing', async (_, more, refusal) => {
    const { clientId, code } = await newCode();
    const answer = await redeem(service, clientId, code, more);
    assert.deepEqual(refusalOf(answer), refusal, answer.text);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.match(String(answer.json['error_description']), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('of one program opens nothing for another, and is gone by the try', async () => {
    const { clientId, code } = await newCode();
    const other = await newClientId(service, [REDIRECT, 'https://other.example/']);
    assert.deepEqual(refusalOf(await redeem(service, other, code)), INVALID_GRANT);
    assert.deepEqual(refusalOf(await redeem(service, clientId, code)), INVALID_GRANT);
  });

  test('guessed at with a wrong verifier is gone by the try', async () => {
    const { clientId, code } = await newCode();
    await redeem(service, clientId, code, { code_verifier: `${VERIFIER}x` });
    assert.deepEqual(refusalOf(await redeem(service, clientId, code)), INVALID_GRANT);
  });

  test('works for a minute', async () => {
    const { clientId, code } = await newCode();
    const late = await newCode();
    service.clock.advance(MINUTE_MS - 1);
    assert.equal((await redeem(service, clientId, code)).status, 200);
    service.clock.advance(1);
    assert.deepEqual(refusalOf(await redeem(service, late.clientId, late.code)), INVALID_GRANT);
  });

  test('works once: who brings it again, at once or days later, ends what it gave', async () => {
    const { person, shop } = await newShop();
    const { clientId, code, tokens } = await connectProgram(service, person);
    assert.equal((await showTo(service, tokens.access_token)).status, 200);
    const next = tokensOf((await refreshWith(service, clientId, tokens.refresh_token)).json);
    assert.deepEqual(refusalOf(await redeem(service, clientId, code)), INVALID_GRANT);
    assert.equal((await showTo(service, next.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, next.refresh_token)), INVALID_GRANT);
    const kinds = (await activityOf(service, shop.id)).map((entry) => Object(entry)[0]);
    assert.deepEqual(new Set(kinds), new Set(['ai_key.connected', 'ai_key.disconnected']));
    const again = await newCode();
    const both = await Promise.all([1, 2].map(() => redeem(service, again.clientId, again.code)));
    const given = both.find(({ status }) => status === 200);
    assert.equal(both.filter(({ status }) => status === 200).length, 1);
    assert.equal((await showTo(service, tokensOf(given?.json).access_token)).status, 401);
  });

  test('of somebody who was removed, shut out or whose merchant stopped meanwhile opens nothing', async () => {
    const removed = await newCode();
    await service.db.rows({ text: 'delete from memberships where person_id = $1', values: [removed.person.id] });
    assert.deepEqual(refusalOf(await redeem(service, removed.clientId, removed.code)), INVALID_GRANT);
    const shut = await newCode();
    await service.db.rows({ text: 'update people set disabled_at = now() where id = $1', values: [shut.person.id] });
    assert.deepEqual(refusalOf(await redeem(service, shut.clientId, shut.code)), INVALID_GRANT);
    const stopped = await newCode(newShop());
    await service.db.rows({ text: 'update merchants set suspended = true where id = $1', values: [stopped.shop.id] });
    assert.deepEqual(refusalOf(await redeem(service, stopped.clientId, stopped.code)), INVALID_GRANT);
  });

  test('comes in a form, each field once', async () => {
    const { clientId, code } = await newCode();
    const sent = form({ grant_type: 'authorization_code', client_id: clientId, code: code ?? '' });
    const path = `${OAUTH_PATH}/token`;
    assert.deepEqual(refusalOf(await sendForm(service, path, `${sent}&code=other`)), [400, 'invalid_request']);
    const asJson = await sendForm(service, path, '{}', { 'content-type': 'application/json' });
    assert.deepEqual(refusalOf(asJson), [400, 'invalid_request']);
    assert.deepEqual(refusalOf(await sendForm(service, path, '')), [400, 'invalid_request']);
    assert.deepEqual(refusalOf(await sendForm(service, path, `a=${'b'.repeat(20_000)}`)), [413, 'invalid_request']);
    assert.equal((await fetch(service.url + path)).status, 405);
  });
});

describe('while its person is removed', () => {
  type Connected = Awaited<ReturnType<typeof connectProgram>>;
  const revoke = (clientId: string, token: string) =>
    sendForm(service, `${OAUTH_PATH}/revoke`, form({ client_id: clientId, token }));

  test.each<[string, (connected: Connected, fresh: string | null) => ReturnType<typeof redeem>, readonly number[]]>([
    ['a code is brought', ({ clientId }, fresh) => redeem(service, clientId, fresh), [400]],
    ['a code is brought again', ({ clientId, code }) => redeem(service, clientId, code), [400]],
    ['a token is replaced', ({ clientId, tokens }) => refreshWith(service, clientId, tokens.refresh_token), [400]],
    ['an old token is brought', ({ clientId, tokens }) => refreshWith(service, clientId, tokens.refresh_token), [400]],
    ['a token is given back', ({ clientId, tokens }) => revoke(clientId, tokens.refresh_token), [200]],
    ['a value is given back', ({ clientId, tokens }) => revoke(clientId, tokens.access_token), [200]],
  ])('%s, and neither ends in an inner fault', async (name, bring, statuses) => {
    const { person, shop } = await newShop();
    const owner = await newPerson(service, { [shop.id]: 'owner' });
    const connected = await connectProgram(service, person);
    if (name.includes('old token')) {
      await refreshWith(service, connected.clientId, connected.tokens.refresh_token);
      service.clock.advance(2 * MINUTE_MS);
    }
    const fresh = (await allow(person, askedFor(connected.clientId))).get('code');
    // The one who removes is first in the queue, and the other holds what it may until then.
    const both = await service.db.transaction(async (db) => {
      await db.rows({ text: 'select from merchants where id = $1 for update', values: [shop.id] });
      const removed = owner.remove(`/people/${person.id}`);
      await until(async () => (await countLockWaits(service.db)) > 0);
      const brought = bring(connected, fresh);
      await until(async () => (await countLockWaits(service.db)) > 1);
      return { removed, brought };
    });
    assert.equal((await both.removed).status, 200);
    assert.ok(statuses.includes((await both.brought).status));
    assert.equal((await showTo(service, connected.tokens.access_token)).status, 401);
  });
});

describe('a refresh token', () => {
  test('works once: after 30 seconds it ends the connection', async () => {
    const { person } = await newColleague();
    const { clientId, tokens } = await connectProgram(service, person);
    const second = tokensOf((await refreshWith(service, clientId, tokens.refresh_token)).json);
    assert.notEqual(second.refresh_token, tokens.refresh_token);
    // The value of before is out with the answer.
    assert.equal((await showTo(service, tokens.access_token)).status, 401);
    assert.equal((await showTo(service, second.access_token)).status, 200);
    service.clock.advance(30_000);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.refresh_token)), INVALID_GRANT);
    assert.equal((await showTo(service, second.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, second.refresh_token)), INVALID_GRANT);
  });

  test('gets the same answer within two seconds, once more within 30, and then ends the connection', async () => {
    const { person, shop } = await newShop();
    const { clientId, tokens } = await connectProgram(service, person);
    const together = await Promise.all([1, 2, 3].map(() => refreshWith(service, clientId, tokens.refresh_token)));
    const [given, ...same] = together.map(({ json }) => tokensOf(json));
    assert.deepEqual(same, [given, given]);
    service.clock.advance(2_000);
    const repeated = tokensOf((await refreshWith(service, clientId, tokens.refresh_token)).json);
    assert.deepEqual([repeated.access_token, repeated.refresh_token], [given?.access_token, given?.refresh_token]);
    assert.equal((await showTo(service, given?.access_token ?? '')).status, 200);
    const assistantEntries = async (): Promise<unknown[]> =>
      ((await activityOf(service, shop.id)) as [string][])
        .map(([kind]) => kind)
        .filter((kind) => kind.startsWith('ai_key'));
    assert.deepEqual(await assistantEntries(), ['ai_key.connected', 'ai_key.refresh_repeated']);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.refresh_token)), INVALID_GRANT);
    assert.equal((await showTo(service, given?.access_token ?? '')).status, 401);
    const refused = await refreshWith(service, clientId, given?.refresh_token ?? '');
    assert.deepEqual(refusalOf(refused), INVALID_GRANT);
    const all = ['ai_key.connected', 'ai_key.refresh_repeated', 'ai_key.disconnected'];
    assert.deepEqual(await assistantEntries(), all);
  });

  test('works again after a repeat, each new token with a repeat of its own', async () => {
    const { person } = await newColleague();
    const { clientId, tokens } = await connectProgram(service, person);
    let token = tokens.refresh_token;
    for (let count = 0; count < 3; count += 1) {
      await refreshWith(service, clientId, token);
      service.clock.advance(29_999);
      const late = await refreshWith(service, clientId, token);
      assert.deepEqual([late.status, late.json['expires_in']], [200, 3570]);
      token = tokensOf(late.json).refresh_token;
    }
  });

  test('of two turns before ends the connection at once; of somebody else, or out, it is not given again', async () => {
    const { person } = await newColleague();
    const { clientId, tokens } = await connectProgram(service, person);
    const second = tokensOf((await refreshWith(service, clientId, tokens.refresh_token)).json);
    const other = await newClientId(service, [REDIRECT, 'https://other.example/']);
    assert.deepEqual(refusalOf(await refreshWith(service, other, tokens.refresh_token)), INVALID_GRANT);
    const third = tokensOf((await refreshWith(service, clientId, second.refresh_token)).json);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.refresh_token)), INVALID_GRANT);
    assert.equal((await showTo(service, third.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, second.refresh_token)), INVALID_GRANT);
  });

  test.each([
    ['was shut out', 'update people set disabled_at = now() where id = $1'],
    ['lacks the second factor', 'update merchants set requires_second_factor = true where id = $2'],
    ['has a plan that ended', `update merchants set plan_ends_at = '2001-01-01' where id = $2`],
  ])('of somebody who %s opens nothing', async (_, change) => {
    const { person, shop } = await newShop();
    const { clientId, tokens } = await connectProgram(service, person);
    const values = change.includes('$2') ? [shop.id] : [person.id];
    await service.db.rows({ text: change.replace('$2', '$1'), values });
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.refresh_token)), INVALID_GRANT);
  });

  test('waits for whoever removes its person without holding what that one needs', async () => {
    const { person, shop } = await newShop();
    const { clientId, tokens } = await connectProgram(service, person);
    const refreshing = await service.db.transaction(async (db) => {
      const values = [shop.id, person.id];
      const where = 'where merchant_id = $1 and person_id = $2';
      await db.rows({ text: `select from memberships ${where} for update`, values });
      const waits = refreshWith(service, clientId, tokens.refresh_token);
      await until(async () => (await countLockWaits(service.db)) > 0);
      await db.rows({ text: `select from ai_keys ${where} for update nowait`, values });
      await db.rows({ text: `delete from memberships ${where}`, values });
      return { waits };
    });
    assert.deepEqual(refusalOf(await refreshing.waits), INVALID_GRANT);
  });

  test('gives no more than the person has allowed; who asks for less is told what it has', async () => {
    const { person } = await newColleague();
    const { clientId, tokens } = await connectProgram(service, person, ['add']);
    const wide = await refreshWith(service, clientId, tokens.refresh_token, { scope: 'look add publish' });
    assert.deepEqual(refusalOf(wide), [400, 'invalid_scope']);
    const less = await refreshWith(service, clientId, tokens.refresh_token, { scope: 'look' });
    assert.deepEqual([less.status, less.json['scope']], [200, 'look add']);
  });

  test('opens nothing for another program, for another resource, or as a value', async () => {
    const { person } = await newColleague();
    const { clientId, tokens } = await connectProgram(service, person);
    const other = await newClientId(service, [REDIRECT, 'https://other.example/']);
    assert.deepEqual(refusalOf(await refreshWith(service, other, tokens.refresh_token)), INVALID_GRANT);
    const more = { resource: 'https://other.example/api/mcp' };
    const elsewhere = await refreshWith(service, clientId, tokens.refresh_token, more);
    assert.deepEqual(refusalOf(elsewhere), [400, 'invalid_target']);
    assert.equal((await showTo(service, tokens.refresh_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.access_token)), INVALID_GRANT);
    assert.deepEqual(refusalOf(await comeFor(service, { grant_type: 'refresh_token', client_id: clientId })), [
      400,
      'invalid_request',
    ]);
  });

  test('works for thirty days unused, and for ninety in all', async () => {
    const { person } = await newColleague();
    const unused = await connectProgram(service, person);
    const used = await connectProgram(service, person);
    service.clock.advance(30 * DAY_MS - 1);
    let { tokens } = used;
    tokens = tokensOf((await refreshWith(service, used.clientId, tokens.refresh_token)).json);
    service.clock.advance(1);
    assert.deepEqual(
      refusalOf(await refreshWith(service, unused.clientId, unused.tokens.refresh_token)),
      INVALID_GRANT,
    );
    for (const days of [29, 29]) {
      service.clock.advance(days * DAY_MS);
      tokens = tokensOf((await refreshWith(service, used.clientId, tokens.refresh_token)).json);
    }
    service.clock.advance(2 * DAY_MS);
    assert.deepEqual(refusalOf(await refreshWith(service, used.clientId, tokens.refresh_token)), INVALID_GRANT);
  });
});

describe('a value that a program was given', () => {
  test('works for an hour', async () => {
    const { person } = await newColleague();
    const { tokens } = await connectProgram(service, person);
    service.clock.advance(60 * MINUTE_MS - 1);
    assert.equal((await showTo(service, tokens.access_token)).status, 200);
    service.clock.advance(1);
    const { status, headers } = await showTo(service, tokens.access_token);
    assert.equal(status, 401);
    const metadata = 'http://127.0.0.1/.well-known/oauth-protected-resource/api/mcp';
    assert.equal(headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}", error="invalid_token"`);
    const nothing = await askMcp(service.url, undefined, {});
    assert.equal(nothing.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`);
  });

  test('is out at once when its person disconnects it, is removed, or an admin disconnects it', async () => {
    const { shop, person } = await newShop();
    const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
    const idOf = async () => Object(Object((await person.get('/me/ai-keys')).body).items[0])['id'];
    const own = await connectProgram(service, person);
    assert.equal((await person.post(`/me/ai-keys/${await idOf()}/revoke`)).status, 200);
    assert.equal((await showTo(service, own.tokens.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, own.clientId, own.tokens.refresh_token)), INVALID_GRANT);
    service.clock.advance(1);
    const theirs = await connectProgram(service, person);
    assert.equal((await owner.post(`/ai-keys/${await idOf()}/revoke`)).status, 200);
    assert.equal((await showTo(service, theirs.tokens.access_token)).status, 401);
    const last = await connectProgram(service, person);
    assert.equal((await owner.remove(`/people/${person.id}`)).status, 200);
    assert.equal((await showTo(service, last.tokens.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, last.clientId, last.tokens.refresh_token)), INVALID_GRANT);
  });

  test('does what its person may do now: whose role is lowered sees less', async () => {
    const { shop, person } = await newShop('owner');
    const { tokens } = await connectProgram(service, person);
    const names = async () => JSON.stringify((await showTo(service, tokens.access_token)).body);
    assert.match(await names(), /"recent_activity"/);
    await service.db.rows({ text: `update memberships set role = 'staff' where merchant_id = $1`, values: [shop.id] });
    assert.doesNotMatch(await names(), /"recent_activity"/);
  });

  test('is of one merchant: another that its person belongs to is not in it', async () => {
    const { shop } = await newShop();
    const other = await newShop();
    const named = `update merchants set name = 'The other' where id = $1`;
    await service.db.rows({ text: named, values: [other.shop.id] });
    const both = await newPerson(service, { [shop.id]: 'owner', [other.shop.id]: 'owner' }, 'Olga Owner');
    const clientId = await newClientId(service);
    const body = { asked: askedFor(clientId), permissions: ['look'] };
    const { json } = await both.post('/connections', body, { 'x-merchant': other.shop.id });
    const code = new URL(String(json['to'])).searchParams.get('code');
    const { access_token: value } = tokensOf((await redeem(service, clientId, code)).json);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'about', arguments: {} } };
    const about = await askMcp(service.url, value, call, { 'x-merchant': shop.id });
    assert.equal(Object(about.json['result']).structuredContent.merchant, 'The other');
    assert.deepEqual(Object((await both.get('/me/ai-keys', { 'x-merchant': shop.id })).body).items, []);
    assert.equal(Object((await both.get('/me/ai-keys', { 'x-merchant': other.shop.id })).body).items.length, 1);
  });

  test('works nowhere else, and is not rotated by hand', async () => {
    const { person } = await newColleague();
    const { tokens } = await connectProgram(service, person);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    assert.equal((await fetch(`${service.url}/api/integrations/v1/tags`, { headers })).status, 401);
    assert.equal((await fetch(`${service.url}/api/console/v1/me`, { headers })).status, 401);
    const { id } = Object(Object((await person.get('/me/ai-keys')).body).items[0]);
    assert.equal((await person.post(`/me/ai-keys/${id}/rotate`)).status, 409);
    const { status } = await fetch(`${service.url}${MCP_PATH}?access_token=${tokens.access_token}`, { method: 'POST' });
    assert.equal(status, 401);
  });
});

describe('a program that gives its tokens back', () => {
  const giveBack = (token: string, clientId: string) =>
    sendForm(service, `${OAUTH_PATH}/revoke`, form({ token, client_id: clientId, token_type_hint: 'refresh_token' }));

  test.each(['access_token', 'refresh_token'] as const)('by its %s is disconnected', async (which) => {
    const { person, shop } = await newShop();
    const { clientId, tokens } = await connectProgram(service, person);
    assert.deepEqual((await giveBack(tokens[which], clientId)).json, {});
    assert.equal((await showTo(service, tokens.access_token)).status, 401);
    assert.deepEqual(refusalOf(await refreshWith(service, clientId, tokens.refresh_token)), INVALID_GRANT);
    const ends = (await activityOf(service, shop.id)).map((entry) => Object(entry)[2].ended);
    assert.deepEqual(new Set(ends), new Set([undefined, 'program']));
  });

  test('cannot give back another’s, nor a key that was made by hand; what is not known is gone already', async () => {
    const { person } = await newColleague();
    const { tokens } = await connectProgram(service, person);
    const other = await newClientId(service, [REDIRECT, 'https://other.example/']);
    assert.deepEqual(refusalOf(await giveBack(tokens.access_token, other)), INVALID_GRANT);
    assert.deepEqual(refusalOf(await giveBack(tokens.refresh_token, other)), INVALID_GRANT);
    assert.equal((await showTo(service, tokens.access_token)).status, 200);
    const made = await person.post('/me/ai-keys', { name: 'Desk', permissions: ['look'], days: 7 });
    assert.equal((await giveBack(String(made.json['value']), other)).status, 200);
    assert.equal((await showTo(service, String(made.json['value']))).status, 200);
    assert.deepEqual((await giveBack('anything', other)).json, {});
  });
});

test.each([
  ['over plain http', 'http://vitrine.local', /plain http/],
  ['below a path', 'http://127.0.0.1/signs', /below a path/],
])('%s nobody is let in: nothing is offered, the page says why, and keys work', async (_, baseUrl, why) => {
  const plain = await startService({ baseUrl });
  const shop = await plain.newMerchant();
  const person = await newPerson(plain, { [shop.id]: 'staff' });
  for (const path of ['oauth-protected-resource', `oauth-protected-resource${MCP_PATH}`, 'oauth-authorization-server'])
    assert.equal((await fetch(`${plain.url}/.well-known/${path}`)).status, 404);
  assert.equal((await register(plain)).status, 404);
  assert.equal((await askMcp(plain.url, undefined, {})).headers.get('www-authenticate'), 'Bearer');
  const headers = { origin: new URL(baseUrl).origin };
  const asked = askedFor(await newClientId(service));
  const looked = await person.post('/connections/asked', { asked }, headers);
  assert.match(String(looked.json['refusal']), why);
  const made = await person.post('/me/ai-keys', { name: 'Desk', permissions: ['look'], days: 7 }, headers);
  assert.equal((await showTo(plain, String(made.json['value']))).status, 200);
  assert.equal((await person.get('/me/ai-keys', headers)).json['connects'], false);
  await plain.close();
});

test('of codes, values and refresh tokens only hashes are kept', async () => {
  const { person } = await newColleague();
  const { code, tokens } = await connectProgram(service, person);
  const waiting = (await allow(person, askedFor(await newClientId(service)))).get('code') ?? '';
  const rows = await service.db.rows<{ row: string }>({
    text: 'select k::text as row from ai_keys k union all select c::text from ai_codes c',
    values: [],
  });
  assert.ok(rows.length >= 2);
  const kept = rows.map(({ row }) => row).join('\n');
  const secrets = [
    code ?? '',
    waiting,
    tokens.access_token,
    tokens.refresh_token.slice(16, 59),
    tokens.refresh_token.slice(59),
  ];
  for (const secret of secrets) {
    assert.ok(secret.length >= 43);
    for (const spelt of [secret, Buffer.from(secret, 'base64url').toString('hex'), Buffer.from(secret).toString('hex')])
      assert.ok(!kept.includes(spelt), secret);
  }
});
