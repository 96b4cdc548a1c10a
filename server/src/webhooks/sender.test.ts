import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { NewWebhook, Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { afterEach, beforeAll, describe, test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { aNetwork, PUBLIC } from '../../../tests/harness/network.js';
import { newReceiver, verified } from '../../../tests/harness/receiver.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { upload } from '../../../tests/harness/upload.js';
import { parseMerchantId, parseWebhookId } from '../ids.js';
import type { Outside } from '../outside/check-outside.js';
import { takeWebhook } from './sending-queries.js';
import { tellWebhooks } from './tell-webhooks.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// A name that leads to another address whenever a test says so.
const turning = { to: PUBLIC };
const network = aNetwork({ 'inside.example': ['127.0.0.1'] });
const outside: Outside = {
  network: {
    ...network.network,
    resolve: (host) =>
      host === 'turning.example' ? Promise.resolve([turning.to]) : network.network.resolve(host, true),
  },
  allowedHosts: ['receiver.example', 'inside.example'],
};
const logLines: string[] = [];
const service = useService({ outside, logLines });
beforeAll(async () => {
  await service.newInstance();
  for (const sender of service.senders()) await sender.start();
});
afterEach(() => service.clock.set(NOW));

const settle = async (): Promise<void> => {
  for (const sender of service.senders()) await sender.settle();
};
// Not while a message is on its way: its lease would be over, and the other instance would send it again.
const later = async (ms: number): Promise<void> => {
  await settle();
  service.clock.advance(ms);
  await settle();
};

async function newShop(url: string, types: readonly string[] = ['tag.created']) {
  const shop = await service.newMerchant();
  const media = await upload(shop, randomUUID());
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const made = await owner.post('/webhooks', { name: 'Till', url, types });
  assert.equal(made.status, 200, made.text);
  const { webhook, secret }: NewWebhook = Object(made.json);
  const at = `/webhooks/${webhook.id}`;
  return {
    ...owner,
    shop,
    media,
    webhook,
    secret,
    at,
    tag: (...add: string[]) => shop.post(`/media/${media.id}/tags`, { add }),
    look: async (): Promise<Webhook> => Object((await owner.get(at)).json),
    messages: async (query = ''): Promise<WebhookDelivery[]> =>
      Object((await owner.get(`${at}/deliveries${query}`)).json).items,
    messagesWhen: async (isSo: (items: WebhookDelivery[]) => boolean): Promise<WebhookDelivery[]> => {
      let items: WebhookDelivery[] = [];
      await until(async () => isSo((items = Object((await owner.get(`${at}/deliveries`)).json).items)));
      return items;
    },
  };
}

// One after the other: on a cluster, those who write what every node has wait for each other in no order.
async function newShops(urls: readonly string[]) {
  const shops = [];
  for (const url of urls) shops.push(await newShop(url));
  return shops;
}

type SomeShop = Awaited<ReturnType<typeof newShop>>;

const attempted = (items: WebhookDelivery[]): boolean =>
  items.length > 0 && items.every(({ attempts }) => attempts > 0);

describe('what is sent', () => {
  test('goes out although the look failed that the change had rung for, and nothing rings again', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    await settle();
    const ask = (text: string) => service.db.rows({ text, values: [] });
    await ask(`create function refuse_clock() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
    await ask('create trigger refuse_clock before insert or update on webhook_clocks execute function refuse_clock()');
    const failures = () => logLines.filter((line) => line.includes('sending webhooks failed')).length;
    await shop.tag('One');
    await until(() => failures() > 0);
    await ask('drop function refuse_clock cascade');
    await until(() => receiver.received.length === 1);
    await settle();
    assert.deepEqual(
      (await shop.messages()).map(({ state }) => state),
      ['delivered'],
    );
  });

  test('has a timestamp that is never later than the moment it is sent', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    await settle();
    service.clock.advance(999);
    await shop.tag('One');
    await until(() => receiver.received.length === 1);
    const sent = receiver.received[0];
    assert.equal(sent?.headers['webhook-timestamp'], String(Date.parse(NOW) / 1000));
    await settle();
  });

  test("is the feed's items of the chosen types, each once, in their order, as the reference library takes them", async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url, ['tag.created', 'media.changed']);
    const { nextCursor }: { nextCursor: string } = Object((await shop.shop.get('/changes')).body);
    await shop.tag('One', 'Two', 'Three');
    await Promise.all(['Four', 'Five', 'Six'].map((name) => shop.tag(name)));
    await until(() => receiver.received.length === 10);
    await settle();
    const page = await shop.shop.get(`/changes?limit=200&cursor=${nextCursor}`);
    const { items }: { items: { id: string; type: string; at: string; data: object }[] } = Object(page.body);
    assert.deepEqual(
      receiver.received.map((sent) => [sent.headers['webhook-id'], verified(shop.secret, sent, service.clock.now())]),
      items.map(({ id, type, at, data }) => [id, { type, timestamp: at, data }]),
    );
    const [sent] = receiver.received;
    assert.deepEqual(
      ['content-type', 'user-agent', 'webhook-timestamp'].map((name) => sent?.headers[name]),
      ['application/json', 'Vitrine-Webhooks', String(Math.floor(service.clock.now() / 1000))],
    );
    assert.ok(sent);
    const another = `whsec_${Buffer.alloc(33).toString('base64')}`;
    assert.throws(() => verified(another, sent, Date.parse(NOW)), /No matching signature found/);
    const [newest] = await shop.messages();
    assert.deepEqual(
      { ...newest, durationMs: 0 },
      {
        id: items.at(-1)?.id,
        type: 'media.changed',
        at: NOW,
        body: receiver.received.at(-1)?.body,
        state: 'delivered',
        attempts: 1,
        attemptedAt: NOW,
        nextAttemptAt: null,
        statusCode: 200,
        durationMs: 0,
        problem: null,
        answer: 'taken',
      },
    );
    const { waiting, failed, deliveredAt, failingSince } = await shop.look();
    assert.deepEqual([waiting, failed, deliveredAt, failingSince], [0, 0, NOW, null]);
  });

  test('carries both signatures for a day after a rotation, and then the new one', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    const rotated: NewWebhook = Object((await shop.post(`${shop.at}/rotate`)).json);
    await shop.tag('Both');
    await until(() => receiver.received.length === 1);
    await later(DAY_MS);
    await shop.tag('New');
    await until(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    assert.ok(first && second);
    for (const secret of [shop.secret, rotated.secret]) verified(secret, first, Date.parse(NOW));
    verified(rotated.secret, second, service.clock.now());
    assert.throws(() => verified(shop.secret, second, service.clock.now()), /No matching signature found/);
  });

  test('is signed with a new secret at once where the one before it does not open', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    // Sealed with a key that the installation does not have.
    await service.db.rows({
      text: 'update webhooks set secret = $2 where merchant_id = $1',
      values: [shop.shop.id, Buffer.alloc(62, 1)],
    });
    await shop.tag('One');
    const [message] = await shop.messagesWhen(attempted);
    assert.match(message?.problem ?? '', /the secret cannot be read/);
    const { secret }: NewWebhook = Object((await shop.post(`${shop.at}/rotate`)).json);
    await later(6_000);
    const [sent] = receiver.received;
    assert.equal(Object(verified(secret, sent ?? Object(), service.clock.now())).type, 'tag.created');
  });

  test('is a test when somebody asks for one, and tokens and storage that run out', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url, ['token.expiring', 'storage.nearly_full']);
    await shop.post(`${shop.at}/test`);
    await until(() => receiver.received.length === 1);
    assert.deepEqual(Object(verified(shop.secret, receiver.received[0] ?? Object(), Date.parse(NOW))).data, {
      webhookId: shop.webhook.id,
    });
    await tellWebhooks(service);
    service.clock.set('2026-07-18T00:00:00.000Z'); // 14 days before the end of the shop's token
    for (let round = 0; round < 2; round += 1) await tellWebhooks(service);
    await until(() => receiver.received.length === 2);
    const { id: tokenId, name, secret } = shop.shop.token;
    assert.deepEqual(Object(verified(shop.secret, receiver.received[1] ?? Object(), service.clock.now())).data, {
      tokenId,
      name,
      lastFour: secret.slice(-4),
      expiresAt: '2026-08-01T00:00:00.000Z',
      daysLeft: 14,
    });
    const fill = (bytes: number) =>
      service.db.rows({
        text: 'update storage_usage set used_bytes = $2 where merchant_id = $1',
        values: [shop.shop.id, bytes],
      });
    for (const percent of [91, 92, 85, 95, 79, 90]) {
      await fill(Math.ceil((percent * 10 * 1024 ** 3) / 100));
      await tellWebhooks(service);
    }
    await until(() => receiver.received.length === 4);
    await settle();
    assert.deepEqual(receiver.types(), [
      'webhook.test',
      'token.expiring',
      'storage.nearly_full',
      'storage.nearly_full',
    ]);
  });

  test('is not kept from others by a fault at one merchant', async () => {
    const { shop } = await newShop('https://turning.example/');
    const row: typeof service.db.row = (statement) =>
      statement.text.includes('delete from webhook_deliveries') && statement.values.includes(shop.id)
        ? Promise.reject(new Error('too slow'))
        : service.db.row(statement);
    const { faults } = await tellWebhooks({ ...service, db: { ...service.db, row } });
    assert.deepEqual(
      faults.map(({ merchantId, error }) => [merchantId, String(error)]),
      [[shop.id, 'Error: too slow']],
    );
  });

  test('goes out although the one behind it could not be told', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url, ['token.expiring']);
    const other = await shop.post('/webhooks', { name: 'Other', url: receiver.url, types: ['token.expiring'] });
    assert.equal(other.status, 200, other.text);
    await settle();
    service.clock.set('2026-07-18T00:00:00.000Z');
    const [first = ''] = [shop.webhook.id, String(Object(other.json['webhook']).id)].toSorted();
    const refuse = `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`;
    const onInsert = `create trigger refuse before insert on webhook_deliveries for each row
      when (new.merchant_id = '${shop.shop.id}' and new.webhook_id <> '${first}') execute function refuse()`;
    for (const text of [refuse, onInsert]) await service.db.rows({ text, values: [] });
    assert.equal((await tellWebhooks(service)).faults.length, 1);
    await settle();
    assert.equal(receiver.received.length, 1);
    await service.db.rows({ text: 'drop function refuse cascade', values: [] });
    await tellWebhooks(service);
    await settle();
    assert.equal(receiver.received.length, 2);
  });

  test('is told to one that was found by a look alone, without a signal of its making', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    const text = 'select to_jsonb(hook) as row from webhooks as hook where merchant_id = $1';
    const { row } = Object(await service.db.row<{ row: object }>({ text, values: [shop.shop.id] }));
    await shop.send('DELETE', shop.at);
    await shop.tag('Between');
    await settle();
    await service.db.rows({
      text: 'insert into webhooks select (jsonb_populate_record(null::webhooks, $1::jsonb)).*',
      values: [JSON.stringify(row)],
    });
    await service.db.rows({
      text: `insert into webhook_clocks (merchant_id, at) values ($1, $2)
        on conflict (merchant_id) do update set at = excluded.at, touched = webhook_clocks.touched + 1`,
      values: [shop.shop.id, NOW],
    });
    await settle();
    const before = receiver.received.length;
    await shop.tag('After');
    await until(() => receiver.received.length === before + 1);
    assert.equal(receiver.types().at(-1), 'tag.created');
  });

  test('is what happens while it is on, and nothing of before or meanwhile', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    await shop.patch(shop.at, { revision: 1, isOn: false });
    await shop.tag('Meanwhile');
    await shop.patch(shop.at, { revision: 2, isOn: true });
    await shop.tag('After');
    await until(() => receiver.received.length > 0);
    await settle();
    assert.equal(receiver.received.length, 1);
  });
});

describe('a receiver that', () => {
  test.each([
    ['answers 500', 500, {}, 'The receiver answered with 500.'],
    ['leads on', 302, { location: 'http://receiver.example/' }, 'sends us on to another address (302)'],
    ['refuses', 400, {}, 'The receiver answered with 400.'],
  ])('%s is tried again later', async (_what, status, headers, problem) => {
    const receiver = await newReceiver((response) => void response.writeHead(status, headers).end('no\u0000pe'));
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    const [message] = await shop.messagesWhen(attempted);
    assert.deepEqual([message?.state, message?.statusCode, message?.answer], ['waiting', status, 'no pe']);
    assert.ok(message?.problem?.includes(problem), message?.problem ?? '');
    receiver.answerWith((response) => void response.end());
    await later(6_000);
    assert.deepEqual([(await shop.messages())[0]?.state, receiver.received.length], ['delivered', 2]);
    // The same message, signed anew.
    assert.equal(new Set(receiver.ids()).size, 1);
    verified(shop.secret, receiver.received[1] ?? Object(), service.clock.now());
  });

  test('closes, is not there, or is in a private network gives a sentence', async () => {
    const closes = await newReceiver((response) => void response.destroy());
    turning.to = PUBLIC;
    const shops = await newShops([closes.url, 'http://receiver.example:1/', 'https://turning.example/']);
    turning.to = '127.0.0.1';
    await Promise.all(shops.map(({ tag }) => tag('One')));
    const problems = [];
    for (const shop of shops) problems.push((await shop.messagesWhen(attempted))[0]?.problem);
    assert.deepEqual(problems, [
      'The connection to receiver.example was closed before its answer was whole.',
      'Nothing answers at receiver.example.',
      'Nobody on the internet goes by the name turning.example, or it leads into a private network, which is not called from here.',
    ]);
    await settle();
  });

  test('is in a private network that the operator allows is not quoted', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url.replace('receiver.example', 'inside.example'));
    await shop.tag('One');
    const [message] = await shop.messagesWhen(attempted);
    assert.deepEqual([message?.state, message?.statusCode, message?.answer], ['delivered', 200, null]);
  });

  test('is gone (410) is told nothing any more, and what waited has failed', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(410).end());
    const shop = await newShop(receiver.url);
    await shop.tag('One', 'Two');
    await until(async () => !(await shop.look()).isOn);
    await settle();
    const { offReason, failed, waiting } = await shop.look();
    assert.deepEqual([offReason, failed, waiting, receiver.received.length], ['gone', 2, 0, 1]);
    const { items }: { items: { kind: string; person: null; details: object }[] } = Object(
      (await shop.get('/activity')).json,
    );
    assert.deepEqual(
      items.filter(({ kind }) => kind === 'webhook.stopped').map(({ person, details }) => ({ person, details })),
      [{ person: null, details: { webhookId: shop.webhook.id, name: 'Till', stopped: 'gone' } }],
    );
  });

  test('asks to wait (Retry-After) is left alone until then, with everything', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    const [message] = await shop.messagesWhen(attempted);
    assert.equal(message?.nextAttemptAt, '2026-06-15T13:00:30.000Z');
    receiver.answerWith((response) => void response.end());
    await shop.tag('Two');
    // Nor is one that comes meanwhile said to be sent before.
    const [two] = await shop.messagesWhen((items) => items.length === 2);
    assert.deepEqual([two?.attempts, two?.nextAttemptAt], [0, '2026-06-15T13:00:30.000Z']);
    await later(HOUR_MS - MINUTE_MS);
    assert.equal(receiver.received.length, 1);
    await later(MINUTE_MS);
    await until(() => receiver.received.length === 3);
  });

  describe('works again', () => {
    const HOUR_AHEAD = new Date(Date.parse(NOW) + HOUR_MS).toISOString();
    // A shop of whose messages so many have failed once and wait for another hour, each with nine attempts left.
    async function newWaiting(names: readonly string[]) {
      const receiver = await newReceiver((response) => void response.writeHead(500).end());
      const shop = await newShop(receiver.url);
      await shop.tag(...names);
      await shop.messagesWhen((items) => items.length === names.length);
      await settle();
      const wait = `update webhook_deliveries set next_at = $2, tries_left = 9, attempts = 1 where merchant_id = $1`;
      await service.db.rows({ text: wait, values: [shop.shop.id, HOUR_AHEAD] });
      await later(MINUTE_MS);
      receiver.received.length = 0;
      const oldestFirst = async () => (await shop.messages()).toReversed();
      const rows = () =>
        service.db.rows<{ tries_left: number; next_at: string; state: string }>({
          text: `select tries_left, next_at, state from webhook_deliveries where merchant_id = $1
            order by place, created_at, id`,
          values: [shop.shop.id],
        });
      const hook = () =>
        service.db.row<{ failures: number }>({
          text: 'select failures from webhooks where merchant_id = $1',
          values: [shop.shop.id],
        });
      return { ...shop, receiver, oldestFirst, rows, hook };
    }

    test('gets each waiting message at once, oldest first, after its first success', async () => {
      const { tag, receiver, oldestFirst } = await newWaiting(['One', 'Two', 'Three']);
      receiver.answerWith((response) => void response.end());
      await tag('Fresh');
      await until(() => receiver.received.length === 4);
      await settle();
      const messages = await oldestFirst();
      const [one, two, three, fresh] = messages.map(({ id }) => id);
      assert.deepEqual(receiver.ids(), [fresh, one, two, three]);
      assert.deepEqual(
        messages.map(({ state }) => state),
        ['delivered', 'delivered', 'delivered', 'delivered'],
      );
    });

    test('gets no more of them early once one fails, and that attempt does not count', async () => {
      const { tag, receiver, oldestFirst, rows, hook } = await newWaiting(['One', 'Two', 'Three']);
      let answers = 0;
      receiver.answerWith((response) => void response.writeHead((answers += 1) === 3 ? 500 : 200).end());
      await tag('Fresh');
      await until(() => receiver.received.length === 3);
      await settle();
      const [one, two, three, fresh] = (await oldestFirst()).map(({ id }) => id);
      assert.deepEqual(receiver.ids(), [fresh, one, two]);
      const waiting = { tries_left: 9, next_at: HOUR_AHEAD, state: 'waiting' };
      assert.deepEqual((await rows()).slice(1, 3), [waiting, waiting]);
      assert.deepEqual(await hook(), { failures: 0 });
      // Another success is not the first after a failure that counts.
      await tag('Next');
      await until(() => receiver.received.length === 4);
      await settle();
      assert.equal(receiver.received.length, 4);
      await later(HOUR_MS);
      await settle();
      assert.deepEqual(receiver.ids().slice(4), [two, three]);
    });

    test('is left alone until the end of a Retry-After, also after a test was delivered', async () => {
      const { tag, post, at, receiver } = await newWaiting(['One']);
      receiver.answerWith((response) => void response.writeHead(503, { 'retry-after': '600' }).end());
      await tag('Two');
      await until(() => receiver.received.length === 1);
      await settle();
      receiver.answerWith((response) => void response.end());
      await post(`${at}/test`);
      await until(() => receiver.received.length === 2);
      await later(599_000);
      assert.deepEqual(receiver.types().slice(1), ['webhook.test']);
      await later(1_000);
      await until(() => receiver.received.length === 4);
    });
  });

  test('fails for days gets ten attempts of each message in 65 hours; what failed is sent again when somebody says so', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(500).end());
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    await shop.messagesWhen(attempted);
    const begun = service.clock.now();
    for (let attempts = 1; attempts < 10; attempts += 1) {
      const [{ nextAttemptAt } = Object()] = await shop.messages();
      await later(Date.parse(nextAttemptAt) - service.clock.now() + 5 * MINUTE_MS);
      assert.equal(receiver.received.length, attempts + 1);
    }
    const hours = (service.clock.now() - begun) / HOUR_MS;
    assert.ok(hours > 59 && hours < 74, `${hours} h`);
    const owner = { ...shop, ...(await newPerson(service, { [shop.shop.id]: 'admin' })) };
    const page: { items: WebhookDelivery[] } = Object((await owner.get(`${shop.at}/deliveries?state=failed`)).json);
    assert.deepEqual(
      page.items.map(({ attempts, nextAttemptAt }) => [attempts, nextAttemptAt]),
      [[10, null]],
    );
    receiver.answerWith((response) => void response.end());
    assert.deepEqual((await owner.post(`${shop.at}/resend-failed`)).json, { messages: 1 });
    await until(() => receiver.received.length === 11);
    await settle();
    assert.equal(Object((await owner.get(shop.at)).json).failingSince, null);
  });

  test('is switched off and on while it hangs begins anew, and is not stopped by what was on its way', async () => {
    let answer = (): void => undefined;
    const receiver = await newReceiver((response) => {
      answer = () => void response.writeHead(500).end();
    });
    const shop = await newShop(receiver.url);
    const set = `update webhooks set failures = 3, failing_since = $2, failed_at = $3 where merchant_id = $1`;
    const [since, at] = [6 * DAY_MS, HOUR_MS].map((ms) => new Date(service.clock.now() - ms).toISOString());
    await service.db.rows({ text: set, values: [shop.shop.id, since, at] });
    await shop.tag('One');
    await until(() => receiver.received.length === 1);
    for (const isOn of [false, true]) {
      const { revision } = await shop.look();
      assert.equal((await shop.patch(shop.at, { revision, isOn })).status, 200);
    }
    answer();
    await settle();
    const { isOn, failingSince } = await shop.look();
    assert.deepEqual([isOn, failingSince], [true, null]);
  });

  test('failed once, days ago, is not switched off by one failure more', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(502).end());
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    await shop.messagesWhen(attempted);
    await later(6 * DAY_MS);
    assert.equal(receiver.received.length, 2);
    const { isOn, failingSince } = await shop.look();
    assert.deepEqual([isOn, failingSince], [true, new Date(service.clock.now()).toISOString()]);
  });

  test('is tested while it is left in peace is sent the test alone, which counts for nothing if it fails', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(500).end());
    const shop = await newShop(receiver.url);
    await shop.post(`${shop.at}/test`);
    await until(() => receiver.received.length === 1);
    await settle();
    assert.equal((await shop.look()).failingSince, null);
    receiver.answerWith((response) => void response.writeHead(429, { 'retry-after': '3600' }).end());
    await shop.tag('One');
    await until(() => receiver.received.length === 2);
    await shop.tag('Two', 'Three');
    receiver.answerWith((response) => void response.writeHead(500).end());
    await later(MINUTE_MS);
    await shop.post(`${shop.at}/test`);
    await until(() => receiver.received.length === 3);
    await later(MINUTE_MS);
    assert.deepEqual(receiver.types(), ['webhook.test', 'tag.created', 'webhook.test']);
    // Once the receiver takes one, the others follow, but not before the Retry-After is over.
    receiver.answerWith((response) => void response.end());
    await shop.post(`${shop.at}/test`);
    await until(() => receiver.received.length === 4);
    await later(MINUTE_MS);
    assert.deepEqual(receiver.types().slice(3), ['webhook.test']);
    await later(HOUR_MS);
    await until(() => receiver.received.length === 7);
    assert.deepEqual(receiver.types().slice(4), ['tag.created', 'tag.created', 'tag.created']);
    // A test that failed is for who asked for it: it is not among what is sent again, nor counted.
    await settle();
    assert.equal((await shop.messages('?state=failed')).length, 2);
    assert.deepEqual(
      [(await shop.look()).failed, (await shop.post(`${shop.at}/resend-failed`)).json],
      [0, { messages: 0 }],
    );
  });

  test('gets another address begins anew, at once', async () => {
    const [old, receiver] = [
      await newReceiver((response) => void response.writeHead(503, { 'retry-after': '86400' }).end()),
      await newReceiver(),
    ];
    const shop = await newShop(old.url);
    await shop.tag('One');
    await shop.messagesWhen(attempted);
    assert.equal((await shop.patch(shop.at, { revision: 1, url: receiver.url })).status, 200);
    await until(() => receiver.received.length === 1);
    assert.deepEqual(receiver.ids(), old.ids());
  });

  test.each([
    ['says that it is gone', 410],
    ['takes it', 200],
  ])('%s, after it was given up for another address, says nothing of that one', async (_, status) => {
    let answer = (): void => undefined;
    const old = await newReceiver((response) => void (answer = () => void response.writeHead(status).end()));
    const receiver = await newReceiver();
    const shop = await newShop(old.url);
    await shop.tag('One');
    await until(() => old.received.length === 1);
    assert.equal((await shop.patch(shop.at, { revision: 1, url: receiver.url })).status, 200);
    answer();
    await until(() => receiver.received.length === 1);
    await settle();
    const { isOn, failingSince } = await shop.look();
    assert.deepEqual([isOn, failingSince, receiver.ids()], [true, null, old.ids()]);
  });

  test('refuses what somebody wants sent again meanwhile is sent it again', async () => {
    let answer = (): void => undefined;
    const receiver = await newReceiver((response) => void (answer = () => void response.writeHead(500).end()));
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    await until(() => receiver.received.length === 1);
    const [message] = await shop.messages();
    // Its last try is on its way.
    await service.db.rows({
      text: 'update webhook_deliveries set tries_left = 1 where merchant_id = $1',
      values: [shop.shop.id],
    });
    service.clock.advance(1);
    assert.equal((await shop.post(`${shop.at}/resend`, { deliveryId: message?.id })).status, 200);
    receiver.answerWith((response) => void response.end());
    answer();
    await until(() => receiver.received.length === 2);
    await settle();
    const [again] = await shop.messages();
    assert.deepEqual([again?.state, again?.attempts, receiver.ids()[1]], ['delivered', 2, message?.id]);
  });

  test.each([
    ['switched off', 'failed', async (shop: SomeShop) => shop.patch(shop.at, { revision: 1, isOn: false })],
    ['deleted', undefined, async (shop: SomeShop) => shop.send('DELETE', shop.at)],
  ])('is %s while a message is on its way is not sent the next', async (_what, state, change) => {
    let answer = (): void => undefined;
    const receiver = await newReceiver((response) => void (answer = () => void response.writeHead(500).end()));
    const shop = await newShop(receiver.url);
    await shop.tag('One', 'Two');
    await until(() => receiver.received.length === 1);
    assert.equal((await change(shop)).status, 200);
    answer();
    await settle();
    await later(DAY_MS);
    assert.equal(receiver.received.length, 1);
    const kept = state === undefined ? [] : await shop.messages();
    assert.deepEqual(
      kept.map((message) => message.state),
      state === undefined ? [] : [state, state],
    );
  });

  test('takes nothing for five days is switched off', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(500).end());
    const shop = await newShop(receiver.url);
    for (let day = 0; day <= 5; day += 1) {
      await shop.tag(`Day ${day}`);
      await until(() => receiver.received.length > day);
      await later(DAY_MS);
    }
    await until(async () => !(await shop.look()).isOn);
    assert.equal((await shop.look()).offReason, 'failing');
  });
});

describe('several instances', () => {
  test('send each message once, in its order', async () => {
    const receivers = await Promise.all(Array.from({ length: 3 }, () => newReceiver()));
    const shops = await newShops(receivers.map(({ url }) => url));
    const names = Array.from({ length: 20 }, (_, at) => `Tag ${at}`);
    await Promise.all(shops.flatMap((shop) => names.map((name) => shop.tag(name))));
    for (const [at, receiver] of receivers.entries()) {
      await until(() => receiver.received.length >= names.length);
      await settle();
      const page = await shops[at]?.shop.get('/changes?limit=200&cursor=oldest');
      const { items }: { items: { id: string; type: string }[] } = Object(page?.body);
      assert.deepEqual(
        receiver.ids(),
        items.filter(({ type }) => type === 'tag.created').map(({ id }) => id),
      );
    }
  });

  test('take over from one that died, when its lease is over and not before', async () => {
    const receiver = await newReceiver();
    const shop = await newShop(receiver.url);
    const now = service.clock.now();
    const lease = {
      webhookId: parseWebhookId(shop.webhook.id),
      leaseId: randomUUID(),
      now: new Date(now).toISOString(),
      until: new Date(now + 40_000).toISOString(),
    };
    assert.ok(await takeWebhook(service.db, parseMerchantId(shop.shop.id), lease));
    await shop.tag('One');
    await until(async () => (await shop.look()).waiting === 1);
    await later(39_000);
    assert.equal(receiver.received.length, 0);
    await later(1_000);
    assert.equal(receiver.received.length, 1);
  });

  test('know by how much they are late, also while nobody listens, and nothing of a merchant who has no webhook any more', async () => {
    const receiver = await newReceiver((response) => void response.writeHead(503, { 'retry-after': '60' }).end());
    const shop = await newShop(receiver.url);
    await shop.tag('One');
    await shop.messagesWhen(attempted);
    await settle();
    const [sender = Object()] = service.senders();
    assert.equal(sender.lateMs(), 0);
    service.clock.advance(10 * MINUTE_MS);
    // No look was made for ten minutes, where one is made every minute.
    assert.equal(sender.lateMs(), 9 * MINUTE_MS);
    await sender.settle();
    const late: number = sender.lateMs();
    assert.ok(late >= 9 * MINUTE_MS && late <= 10 * MINUTE_MS, `${late}`);
    await settle();
    await sender.settle();
    assert.ok(sender.lateMs() < MINUTE_MS);
  });

  test('are not held up by a receiver that hangs', async () => {
    const hangs = await newReceiver(() => undefined);
    const answers = await newReceiver();
    const slow = await newShop(hangs.url);
    const second = await slow.post('/webhooks', { name: 'Shop', url: answers.url, types: ['tag.created'] });
    assert.equal(second.status, 200);
    const other = await newShop(answers.url);
    await slow.tag('One', 'Two', 'Three');
    await until(() => hangs.received.length === 1);
    await other.tag('Other');
    await until(() => answers.received.length === 4);
    assert.deepEqual(
      answers.types(),
      Array.from({ length: 4 }, () => 'tag.created'),
    );
    // Neither the other webhook of the merchant nor another merchant has waited for it.
    assert.ok(hangs.received.length >= 1 && (await slow.messages()).every(({ state }) => state === 'waiting'));
  });
});
