import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { CONSOLE_PATH } from '@vitrine/contract/console/console-endpoint';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import { callAs, consoleWalk, idsOf, newStage, pathOf, sampleBody, type Stage } from './console-walk.js';
import { newPerson, sendConsole } from './console.js';
import { rawRequest } from './raw-request.js';
import { startService, type Service } from './service.js';

const MISSING = '00000000-0000-4000-8000-000000000000';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

let service: Service;
let stage: Stage;

beforeAll(async () => {
  service = await startService();
  stage = await newStage(service);
});
afterAll(() => service.close());

const of = (...roles: string[]) => consoleWalk.filter(([, { role }]) => roles.includes(role));
const anonymous = {
  send: (method: string, path: string, sent?: object) => sendConsole(service.url, method, path, sent),
};

describe('every endpoint of the console', () => {
  test.each(of('person', 'staff', 'admin'))('%s answers an owner and an admin', async (...row) => {
    for (const who of ['owner', 'admin'] as const) {
      const fresh = await newStage(service);
      const answer = await callAs(fresh[who], row, fresh);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
      if (row[1].responseType !== undefined) continue;
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.deepEqual(Value.Errors(row[1].response, answer.body), []);
    }
  });

  test.each(of('person', 'staff'))('%s answers staff', async (...row) => {
    const fresh = await newStage(service);
    assert.equal((await callAs(fresh.staff, row, fresh)).status, 200);
  });

  test.each(of('admin'))('%s is a 403 for staff', async (...row) => {
    const answer = await callAs(stage.staff, row, stage);
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, { error: 'forbidden', message: 'Only owners and admins may do this.' });
  });

  test.each(of('staff', 'admin'))('%s is a 403 for somebody who belongs to no merchant', async (...row) => {
    const answer = await callAs(await newPerson(service, {}), row, stage);
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, {
      error: 'forbidden',
      message: 'You do not belong to a merchant. Ask for an invitation.',
    });
  });

  test.each(of('person', 'staff', 'admin'))('%s without a session is a 401', async (...row) => {
    const answer = await callAs(anonymous, row, stage);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, { error: 'unauthorized', message: 'Sign in first.' });
    for (const cookie of ['vitrine_session=', `vitrine_session=${'A'.repeat(43)}`, `other=${stage.owner.secret}`]) {
      const sent = { body: sampleBody(row[2], stage), headers: { cookie } };
      assert.equal((await sendConsole(service.url, row[1].method, pathOf(row[1], stage.ids), sent)).status, 401);
    }
  });

  test.each(consoleWalk)('%s takes no integration token', async (...row) => {
    if (row[1].role === 'anyone') return;
    const headers = { authorization: `Bearer ${stage.shop.secret}` };
    const sent = { body: sampleBody(row[2], stage), headers };
    assert.equal((await sendConsole(service.url, row[1].method, pathOf(row[1], stage.ids), sent)).status, 401);
  });

  test.each(consoleWalk)('%s with another method is a 405 that says which ones it takes', async (_name, endpoint) => {
    const same = consoleWalk.filter(([, { path }]) => path === endpoint.path).map(([, { method }]) => method);
    for (const method of METHODS.filter((one) => !same.some((taken) => taken === one))) {
      const answer = await rawRequest(service.url + CONSOLE_PATH + pathOf(endpoint, stage.ids), { method });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.allow, same.join(', '));
    }
  });

  test.each(consoleWalk.filter(([, { method }]) => method !== 'GET'))(
    '%s is a 403 from another origin, and from nowhere, also with a session',
    async (_title, endpoint, name) => {
      const body = sampleBody(name, stage);
      const headers = {
        cookie: stage.owner.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const { host } = new URL(service.url);
      for (const origin of [
        undefined,
        'null',
        'http://evil.example',
        `https://${host}`,
        `http://${host}.evil.example`,
      ]) {
        const answer = await rawRequest(service.url + CONSOLE_PATH + pathOf(endpoint, stage.ids), {
          method: endpoint.method,
          headers: { ...headers, ...(origin !== undefined && { origin }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        assert.equal(answer.status, 403, origin);
        assert.match(JSON.parse(answer.text).message, /^Changes are taken from pages of http:\/\/127\.0\.0\.1 only\./);
      }
    },
  );

  test.each(consoleWalk.filter(([, { path }]) => path.includes(':')))(
    '%s of another merchant looks missing, and so does a malformed id',
    async (...row) => {
      const other = await newStage(service);
      const strange = await callAs(other.owner, row, stage);
      assert.equal(strange.status, 404);
      for (const id of [MISSING, 'x', '%zz', '%00']) {
        const missing = await callAs(other.owner, row, stage, idsOf(stage, id));
        assert.deepEqual([missing.status, missing.body], [404, strange.body]);
      }
    },
  );

  test.each(of('person', 'staff', 'admin'))(
    '%s with X-Merchant of a merchant that the person does not belong to is a 404',
    async (_title, endpoint, name) => {
      const other = await service.newMerchant();
      for (const merchant of [other.id, MISSING, 'x', '']) {
        const sent = { body: sampleBody(name, stage), headers: { 'x-merchant': merchant } };
        const answer = await stage.owner.send(endpoint.method, pathOf(endpoint, stage.ids), sent);
        assert.equal(answer.status, 404);
        assert.deepEqual(answer.body, { error: 'not_found', message: 'There is no such merchant.' });
      }
    },
  );

  test.each(consoleWalk.filter(([, { body }]) => body !== undefined))(
    '%s refuses what it does not know, in body and query, and what is no JSON',
    async (_title, endpoint, name) => {
      const path = pathOf(endpoint, stage.ids);
      const body = sampleBody(name, stage);
      const unknown = await stage.owner.send(endpoint.method, path, { body: { ...body, colour: 'red' } });
      assert.equal(unknown.status, 400);
      assert.equal(unknown.json['message'], 'colour: is not known here.');
      assert.equal((await stage.owner.send(endpoint.method, `${path}?colour=red`, { body })).status, 400);
      assert.equal((await stage.owner.send(endpoint.method, path)).status, 400);
      const large = { ...body, colour: 'r'.repeat(endpoint.bodyBytesMax ?? BODY_BYTES_MAX) };
      assert.equal((await stage.owner.send(endpoint.method, path, { body: large })).status, 413);
    },
  );

  test.each(consoleWalk.filter(([, { query }]) => query !== undefined))(
    '%s refuses parameters that it does not know, and empty and repeated ones',
    async (_title, endpoint) => {
      const path = pathOf(endpoint, stage.ids);
      for (const query of [
        'colour=red',
        'from=',
        'from=2026-01-01&from=2026-01-01',
        'from=2026-02-30',
        'to=9999-12-31',
      ]) {
        assert.equal((await stage.owner.get(`${path}?${query}`)).status, 400, query);
      }
    },
  );

  test('an unknown path is a 404 in JSON', async () => {
    for (const path of ['', '/', '/tokenz', '/tokens/', `/tokens/${MISSING}`, '/activityxcsv']) {
      const answer = await stage.owner.get(path);
      assert.deepEqual([answer.status, answer.body], [404, { error: 'not_found', message: 'There is no such path.' }]);
    }
  });
});
