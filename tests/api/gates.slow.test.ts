import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import { beforeAll, describe, test } from 'vitest';
import { API_PATH, CONSOLE_PATH, pathOf, SCREENS_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import { statusesOf } from '@vitrine/contract/endpoint-statuses';
import { SCOPES } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { newPerson } from '../harness/console.js';
import {
  addressOf,
  bearer,
  callAs,
  endpointCases,
  idsOf,
  newStage,
  personCases,
  sampleBody,
  screenCases,
  tokenCases,
  tokenContent,
  type EndpointCase,
  type Stage,
} from '../harness/endpoint-cases.js';
import { rawRequest } from '../harness/raw-request.js';
import { aToken, send, startService, UNAUTHORIZED, useService } from '../harness/service.js';

const MISSING = '00000000-0000-4000-8000-000000000000';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE'];
const unknownPath = (base: string) => ({
  error: 'not_found',
  message: `No such endpoint. Paths begin with ${base}, are case-sensitive and have no slash at the end.`,
});

const service = useService({ company: 'own' });
let stage: Stage;
let otherStage: Stage;

beforeAll(async () => {
  stage = await newStage(service);
  otherStage = await newStage(service);
});

// A stage is a dozen requests: what reads leaves it as it was.
const stageFor = ({ method }: Endpoint): Stage | Promise<Stage> => (method === 'GET' ? stage : newStage(service));

// Whoever may do everything there.
const goodCaller = (at: Stage, [, { access }]: EndpointCase) => {
  if (access.by === 'anyone') return undefined;
  if (access.by === 'television') return at.television;
  if (access.by === 'screen') return at.screen;
  return access.by === 'token' ? at.token : at.owner;
};

const headersFor = (at: Stage, [, { access }]: EndpointCase) =>
  (access.by === 'screen' ? at.screen : at.television).headers;

const withBody = (one: EndpointCase, headers: Record<string, string>) => {
  const body = sampleBody(one[2], stage);
  if (body === undefined) return { method: one[1].method, headers };
  const typed = { ...headers, 'content-type': 'application/json' };
  return { method: one[1].method, headers: typed, body: JSON.stringify(body) };
};

describe('every endpoint', () => {
  test.each([...tokenCases, ...personCases('session', 'staff', 'admin')])(
    '%s answers whoever may come in, as its schema says',
    async (...one) => {
      const row = one[1];
      for (const who of row.access.by === 'token' ? (['token'] as const) : (['owner', 'admin'] as const)) {
        const fresh = await stageFor(row);
        const answer = await callAs(fresh[who], one, fresh);
        assert.equal(answer.status, 200, answer.text);
        assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
        // Signed URLs, people and secrets are in some of them; no cache may keep any.
        assert.equal(answer.headers.get('cache-control'), 'private, no-store');
        if (row.responseType !== undefined) continue;
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(Value.Errors(row.response, answer.body), []);
      }
    },
  );

  test.each(endpointCases)(
    '%s with another method is a 405 that says which ones it takes, without a word of who is calling',
    async (_title, row) => {
      const same = endpointCases.filter(([, other]) => pathOf(other) === pathOf(row)).map(([, { method }]) => method);
      for (const method of METHODS.filter((one) => !same.some((taken) => taken === one))) {
        const answer = await rawRequest(service.url + addressOf(row, stage.ids), { method });
        assert.equal(answer.status, 405, method);
        assert.equal(answer.allow, same.join(', '));
        const body = {
          error: 'method_not_allowed',
          message: `${method} is not allowed here. Use ${same.join(' or ')}.`,
        };
        if (method !== 'HEAD') assert.deepEqual(JSON.parse(answer.text), body);
      }
    },
  );

  test.each(endpointCases.filter(([, { path }]) => path.includes(':')))(
    '%s of another merchant looks missing, and so does a malformed id, after the gates',
    async (...one) => {
      // Nothing of it is changed: every answer is a refusal.
      const other = otherStage;
      const strange = await callAs(goodCaller(other, one), one, stage);
      assert.equal(strange.status, 404);
      const missing = await callAs(goodCaller(other, one), one, { ...stage, ids: idsOf(stage.ids, () => MISSING) });
      assert.deepEqual([missing.status, missing.body], [404, strange.body]);
      const id = stage.ids['/media/:id'];
      const bent = [
        'x',
        'a'.repeat(300),
        id.slice(1),
        `urn:uuid:${id}`,
        '%zz',
        '%ff',
        '%00',
        '..%2f..',
        '%20',
        `${id}%0a`,
      ];
      const nobody = one[1].access.by === 'token' ? {} : { origin: service.url };
      const { cookie } = other.owner;
      const known = one[1].access.by === 'token' ? other.token.headers : { ...nobody, cookie };
      for (const text of bent) {
        const address = service.url + pathOf(one[1]).replace(/:\w+/, text);
        assert.equal((await rawRequest(address, withBody(one, nobody))).status, 401, text);
        const answer = await rawRequest(address, withBody(one, known));
        assert.deepEqual([answer.status, JSON.parse(answer.text)], [404, strange.body], text);
      }
    },
  );

  test.each(['GET', 'POST', 'DELETE'])('an unknown path is a 404 for %s without a token, in JSON', async (method) => {
    const below = ['', '/', '/medias', '/media/', '/tags/', '/Tags', `/media/${MISSING}/files`, '/../v2/media'];
    const screens = ['', '/', '/programs', '/program/', '/pairing/'];
    const console = ['', '/', '/tokenz', '/tokens/', `/tokens/${MISSING}/`, '/activityxcsv'];
    const bases = [
      [API_PATH, below],
      [CONSOLE_PATH, console],
      [SCREENS_PATH, screens],
    ] as const;
    for (const [base, path] of bases.flatMap(([base, paths]) => paths.map((one) => [base, base + one] as const))) {
      const answer = await send(service.url + path, undefined, { method });
      assert.equal(answer.status, 404, path);
      assert.deepEqual(answer.body, unknownPath(base));
    }
  });
});

describe('every endpoint for tokens', () => {
  test.each(tokenCases)('%s without a token is a 401', async (...one) => {
    const answer = await callAs(undefined, one, stage);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, UNAUTHORIZED);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    assert.equal(answer.headers.get('ratelimit-limit'), null);
  });

  test.each(tokenCases)('%s takes no session', async (...one) => {
    assert.equal((await callAs(stage.owner, one, stage)).status, 401);
  });

  test.each(tokenCases.filter(([, { access }]) => access.scope !== null))(
    '%s without its scope is a 403 that names the scope',
    async (...one) => {
      const { scope } = one[1].access;
      const secret = newTokenSecret();
      const { archive, ids } = tokenContent();
      const scopes = SCOPES.filter((other) => other !== scope);
      await service.newMerchant({ ...archive, tokens: [aToken(secret, scopes)] });
      const answer = await callAs(bearer(secret), one, { url: service.url, ids });
      assert.equal(answer.status, 403);
      assert.deepEqual(answer.body, {
        error: 'forbidden',
        message: `The token lacks the scope ${scope}. Issue one that has it in the settings under integrations.`,
      });
    },
  );

  test.each(tokenCases.filter(([, { query }]) => query !== undefined))(
    '%s of another merchant is empty',
    async (...one) => {
      const { secret } = await service.newMerchant();
      const { nextCursor, ...page } = (await callAs(bearer(secret), one, stage)).json;
      // A feed has no last page.
      const isFeed = one[2] === 'listChanges';
      assert.deepEqual(page, { items: [], ...(isFeed && { more: false }) });
      assert.equal(typeof nextCursor, isFeed ? 'string' : 'object');
    },
  );

  test.each(tokenCases.filter(([, { path }]) => path.includes(':')))(
    '%s compares ids without regard to case and writes them in lower case',
    async (...one) => {
      const upper = { ...stage, ids: idsOf(stage.ids, (id) => id.toUpperCase()) };
      // Tags are added by the first of them.
      await callAs(stage.token, one, upper);
      const loud = await callAs(stage.token, one, upper);
      const quiet = await callAs(stage.token, one, stage);
      assert.equal(loud.status, 200);
      assert.deepEqual(withoutSignatures(loud.body), withoutSignatures(quiet.body));
    },
  );

  test.each(tokenCases)('%s over its rate is a 429 with Retry-After to the next minute', async (...one) => {
    const small = await startService({ limits: { readsPerMinute: 2, writesPerMinute: 2 } });
    const { archive, ids } = tokenContent();
    const token = bearer((await small.newMerchant(archive)).secret);
    const place = { url: small.url, ids };
    const remaining = [];
    for (let at = 0; at < 2; at += 1) {
      const answer = await callAs(token, one, place);
      assert.equal(answer.headers.get('ratelimit-limit'), '2');
      assert.equal(answer.headers.get('ratelimit-reset'), '30');
      remaining.push(answer.headers.get('ratelimit-remaining'));
    }
    assert.deepEqual(remaining, ['1', '0']);
    const refused = await callAs(token, one, place);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '30');
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    const kind = one[1].method === 'GET' ? 'reads' : 'writes';
    assert.deepEqual(refused.body, {
      error: 'rate_limited',
      message: `More than 2 ${kind} in this minute. Try again in 30 s.`,
    });
    small.clock.advance(30_000);
    const next = await callAs(token, one, place);
    assert.equal(next.status, 200);
    assert.equal(next.headers.get('ratelimit-reset'), '60');
    await small.close();
  });
});

describe('every endpoint for people', () => {
  test.each(personCases('session', 'staff'))('%s answers staff', async (...one) => {
    const fresh = await stageFor(one[1]);
    assert.equal((await callAs(fresh.staff, one, fresh)).status, 200);
  });

  test.each(personCases('admin'))('%s is a 403 for staff', async (...one) => {
    const answer = await callAs(stage.staff, one, stage);
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, { error: 'forbidden', message: 'Only owners and admins may do this.' });
  });

  test.each(personCases('staff', 'admin'))('%s is a 403 for somebody who belongs to no merchant', async (...one) => {
    const answer = await callAs(await newPerson(service, {}), one, stage);
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, {
      error: 'forbidden',
      message: 'You do not belong to a merchant. Ask for an invitation.',
    });
  });

  test.each(personCases('session', 'staff', 'admin'))('%s without a session is a 401', async (...one) => {
    const answer = await callAs(undefined, one, stage);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, { error: 'unauthorized', message: 'Sign in first.' });
    for (const cookie of ['vitrine_session=', `vitrine_session=${'A'.repeat(43)}`, `other=${stage.owner.secret}`]) {
      assert.equal((await callAs({ cookie }, one, stage)).status, 401);
    }
  });

  test.each(personCases('session', 'staff', 'admin'))('%s takes no integration token', async (...one) => {
    assert.equal((await callAs(stage.token, one, stage)).status, 401);
  });

  test.each(personCases('anyone', 'session', 'staff', 'admin').filter(([, { method }]) => method !== 'GET'))(
    '%s is a 403 from another origin, and from nowhere, also with a session',
    async (...one) => {
      const { host } = new URL(service.url);
      for (const origin of [
        undefined,
        'null',
        'http://evil.example',
        `https://${host}`,
        `http://${host}.evil.example`,
      ]) {
        const headers = { cookie: stage.owner.cookie, ...(origin !== undefined && { origin }) };
        const answer = await rawRequest(service.url + addressOf(one[1], stage.ids), withBody(one, headers));
        assert.equal(answer.status, 403, origin);
        assert.match(JSON.parse(answer.text).message, /^Changes are taken from pages of http:\/\/127\.0\.0\.1 only\./);
      }
    },
  );

  // tests/isolation/walls.slow.test.ts sends the id of an existing other merchant to every endpoint.
  test.each(['x', '', MISSING])('refuses X-Merchant "%s" with a 404', async (merchant) => {
    const answer = await stage.owner.get('/tags/counts', { 'x-merchant': merchant });
    assert.deepEqual(
      [answer.status, answer.body],
      [404, { error: 'not_found', message: 'There is no such merchant.' }],
    );
  });

  test('every row that looks at X-Merchant lists the 404 for one that is not the person’s', () => {
    const without = personCases('session', 'staff', 'admin').filter(([, row]) => !statusesOf(row).includes(404));
    assert.deepEqual(without, []);
  });

  test.each(personCases('staff', 'admin').filter(([, { query }]) => query !== undefined))(
    '%s refuses parameters that it does not know, and empty and repeated ones',
    async (...one) => {
      for (const query of [
        'colour=red',
        'from=',
        'from=2026-01-01&from=2026-01-01',
        'from=2026-02-30',
        'to=9999-12-31',
      ]) {
        assert.equal((await callAs(stage.owner, one, stage, { query: `?${query}` })).status, 400, query);
      }
    },
  );
});

describe('every endpoint for screens', () => {
  const ofScreens = screenCases.filter(([, { access }]) => access.by === 'screen');

  test.each(ofScreens)('%s answers a screen with its key, as its schema says', async (...one) => {
    const answer = await callAs(stage.screen, one, stage);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(Value.Errors(one[1].response, answer.body), []);
  });

  test.each(ofScreens)('%s without the key of a screen is a 401, whoever else it is', async (...one) => {
    const refusal = {
      error: 'unauthorized',
      message: 'This is not the key of a screen, or not any more. Pair the screen anew.',
    };
    for (const caller of [undefined, stage.token, stage.owner, stage.television, bearer(`${stage.shop.secret}x`)]) {
      const answer = await callAs(caller, one, stage);
      assert.deepEqual([answer.status, answer.body], [401, refusal]);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
  });

  test.each([...tokenCases, ...personCases('session', 'staff', 'admin')])(
    '%s takes no key of a screen',
    async (...one) => {
      assert.equal((await callAs(stage.screen, one, stage)).status, 401);
    },
  );

  test.each(screenCases)('%s takes requests of any origin, except for a pairing code', async (...one) => {
    const headers = { ...headersFor(stage, one), origin: 'http://elsewhere.example' };
    const answer = await rawRequest(service.url + addressOf(one[1], stage.ids), withBody(one, headers));
    const expected = one[2] === 'startPairing' ? [403] : [200, 404];
    assert.ok(expected.includes(answer.status), answer.text);
  });
});

test('what is not HTTP is refused in JSON', async () => {
  const answer = await rawRequest(`${service.url}${API_PATH}/tags`, {
    method: 'GET',
    headers: { 'content-length': 'x' },
  });
  assert.equal(answer.status, 400);
  assert.equal(JSON.parse(answer.text).error, 'invalid_request');
});

test('a failure inside is a 500 that tells nothing of it', async () => {
  const broken = await startService();
  const { secret } = await broken.newMerchant();
  assert.equal((await send(`${broken.url}${API_PATH}/tags`, secret)).status, 200);
  const rename = (from: string, to: string) =>
    broken.db.rows({ text: `alter table ${from} rename to ${to}`, values: [] });
  await rename('tag_versions', 'tag_versions_gone');
  const answer = await send(`${broken.url}${API_PATH}/tags`, secret);
  // On a cluster it is the database of all (npm run tool -- cluster).
  await rename('tag_versions_gone', 'tag_versions');
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, {
    error: 'internal',
    message: 'Something went wrong on our side. Try again; if it happens again, quote the X-Request-Id.',
  });
  await broken.close();
});

const withoutSignatures = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key.endsWith('Url') ? typeof value : value)));
