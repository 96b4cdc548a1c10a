import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PROOF_MINUTES, WEBHOOK_ADDRESSES_PER_PERSON_MAX, WEBHOOKS_MAX } from '@vitrine/contract/console-limits';
import type { NewWebhook, Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { newPerson } from '../../../tests/harness/console.js';
import { countLockWaits } from '../../../tests/harness/lock-waits.js';
import { startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { statusesOf } from '../../../tests/harness/studio.js';
import { until } from '../../../tests/harness/until.js';
import { parseMerchantId, parseWebhookId } from '../ids.js';
import { stopWebhook } from './stop-webhook.js';

const network = aNetwork({ 'inside.example': ['10.0.0.7'], till: ['10.0.0.9'] });
// A name server that answers for slow.example when a test lets it.
const slow = { answered: Promise.resolve() };
const resolve = async (host: string): Promise<readonly string[]> => {
  const addresses = await network.network.resolve(host, true);
  if (host === 'slow.example') await slow.answered;
  return addresses;
};
const service = useService({
  outside: { network: { ...network.network, resolve }, allowedHosts: ['till:9000'] },
});
afterEach(() => service.clock.set(NOW));

let mails: MailServer;
beforeAll(async () => void (mails = await startMailServer()));
afterAll(() => mails.close());

const A_HOOK = { name: 'Till', url: 'https://till.example/hook', types: ['media.ready'] };

async function newOwner() {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const create = async (over: object = {}): Promise<NewWebhook> => {
    const { status, json } = await owner.post('/webhooks', { ...A_HOOK, ...over });
    assert.equal(status, 200, JSON.stringify(json));
    return Object(json);
  };
  const kinds = async (): Promise<string[]> => {
    const { items }: { items: { kind: string; details: object }[] } = Object((await owner.get('/activity')).json);
    return items.filter(({ kind }) => kind.startsWith('webhook.')).map(({ kind }) => kind);
  };
  return { ...owner, shop, create, kinds };
}

describe('webhooks', () => {
  test('one that is made shows its secret once, and is in the list from then on', async () => {
    const owner = await newOwner();
    const { webhook, secret } = await owner.create({ name: '  Till ' });
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{44}$/);
    assert.deepEqual(webhook, {
      ...A_HOOK,
      id: webhook.id,
      isOn: true,
      offReason: null,
      offAt: null,
      failingSince: null,
      deliveredAt: null,
      waiting: 0,
      failed: 0,
      lastFour: secret.slice(-4),
      oldSecretUntil: null,
      revision: 1,
      createdAt: NOW,
      createdBy: { personId: owner.id, name: webhook.createdBy?.name ?? '' },
    });
    assert.deepEqual((await owner.get('/webhooks')).json, { items: [webhook], webhooksMax: WEBHOOKS_MAX });
    assert.deepEqual((await owner.get(`/webhooks/${webhook.id}`)).json, webhook);
    assert.deepEqual(await owner.kinds(), ['webhook.created']);
    // Kept sealed: neither the text nor its bytes are in the row.
    const kept = await service.db.row<{ row: string }>({
      text: 'select t::text as row from webhooks t where merchant_id = $1 and id = $2',
      values: [owner.shop.id, webhook.id],
    });
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex');
    assert.ok(kept !== undefined && !kept.row.includes(bytes) && !kept.row.includes(secret));
  });

  test.each([
    ['http://till.example/', 'begin with https://'],
    ['https://inside.example/', 'private network'],
    ['https://127.0.0.1/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://nobody.test/', 'Nobody on the internet'],
    ['https://me:word@till.example/', 'password'],
    ['https://till.example:22/', 'Port 22'],
    ['http://till:9001/', 'begin with https://'],
  ])('%s is refused when it is typed: %s', async (url, why) => {
    const owner = await newOwner();
    const made = await owner.post('/webhooks', { ...A_HOOK, url });
    assert.equal(made.status, 422, made.text);
    assert.ok(made.text.includes(why), made.text);
    const { webhook } = await owner.create();
    const changed = await owner.patch(`/webhooks/${webhook.id}`, { revision: 1, url });
    assert.equal(changed.status, 422);
  });

  test('whether a name is somebody in the private network or nobody at all is told to nobody, and asked so often and no more', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    const why = async (host: string) => {
      const { status, json } = await owner.patch(`/webhooks/${webhook.id}`, { revision: 1, url: `https://${host}/` });
      return [status, String(json['message']).replace(host, 'HOST')];
    };
    assert.deepEqual(await why('inside.example'), await why('nobody.test'));
    const elsewhere = { revision: 1, url: 'https://asked-by-nobody.example/' };
    assert.equal((await owner.patch(`/webhooks/${randomUUID()}`, elsewhere)).status, 404);
    assert.equal((await owner.patch(`/webhooks/${webhook.id}`, { ...elsewhere, revision: 7 })).status, 409);
    assert.ok(network.asked.includes('inside.example') && !network.asked.includes('asked-by-nobody.example'));
    // One when it was made, two above.
    for (let left = WEBHOOK_ADDRESSES_PER_PERSON_MAX - 3; left > 0; left -= 1) await why('nobody.test');
    assert.equal((await why('nobody.test'))[0], 429);
    assert.equal((await owner.patch(`/webhooks/${webhook.id}`, { revision: 1, name: 'Shop' })).status, 200);
  });

  test('another address asks for a fresh proof, as making one does; another name does not', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    service.clock.advance((PROOF_MINUTES + 1) * 60_000);
    const patch = (body: object) => owner.sendOnce('PATCH', `/webhooks/${webhook.id}`, { body });
    const refused = await patch({ revision: 1, url: 'https://elsewhere.example/' });
    assert.deepEqual([refused.status, refused.json['code']], [403, 'proof_required']);
    assert.equal((await patch({ revision: 1, name: 'Shop', url: webhook.url })).status, 200);
  });

  test('whoever is removed while the name is looked up makes none, and leads none elsewhere', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    const url = 'https://slow.example/hook';
    const writes = [
      ({ post }: typeof owner) => post('/webhooks', { ...A_HOOK, url }),
      ({ patch }: typeof owner) => patch(`/webhooks/${webhook.id}`, { revision: 1, url }),
    ];
    for (const write of writes) {
      const admin = await newPerson(service, { [owner.shop.id]: 'admin' });
      let answer = (): void => undefined;
      slow.answered = new Promise((resolve) => (answer = resolve));
      const askedBefore = network.asked.length;
      const answered = write({ ...owner, ...admin });
      await until(() => network.asked.length > askedBefore);
      assert.equal((await owner.remove(`/people/${admin.id}`)).status, 200);
      answer();
      assert.equal((await answered).status, 403);
    }
    assert.deepEqual((await owner.get('/webhooks')).json['items'], [webhook]);
  });

  test('a host of the private network is taken where the operator allows it', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create({ url: 'http://till:9000/hook' });
    assert.equal(webhook.url, 'http://till:9000/hook');
  });

  test(`there are ${WEBHOOKS_MAX} at most, also when they are made at once`, async () => {
    const owner = await newOwner();
    const made = await Promise.all(Array.from({ length: 12 }, () => owner.post('/webhooks', A_HOOK)));
    assert.equal(made.filter(({ status }) => status === 200).length, WEBHOOKS_MAX);
    assert.equal(made.filter(({ status }) => status === 409).length, 2);
  });

  test('a change names its revision, and is in the activity; what changes nothing is not', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    const patch = async (body: object) => owner.patch(`/webhooks/${webhook.id}`, body);
    assert.equal((await patch({ revision: 2, name: 'Shop' })).status, 409);
    const changed: Webhook = Object((await patch({ revision: 1, name: 'Shop', types: ['tag.created'] })).json);
    assert.deepEqual([changed.name, changed.types, changed.revision], ['Shop', ['tag.created'], 2]);
    assert.equal(Object((await patch({ revision: 2, name: 'Shop', isOn: true })).json).revision, 2);
    const off: Webhook = Object((await patch({ revision: 2, isOn: false })).json);
    assert.deepEqual([off.isOn, off.offReason, off.offAt], [false, 'person', NOW]);
    for (const path of ['test', 'resend-failed']) {
      assert.equal((await owner.post(`/webhooks/${webhook.id}/${path}`)).status, 409);
    }
    const on: Webhook = Object((await patch({ revision: off.revision, isOn: true })).json);
    assert.deepEqual([on.isOn, on.offReason, on.offAt], [true, null, null]);
    service.clock.advance(1000);
    assert.equal((await owner.send('DELETE', `/webhooks/${webhook.id}`)).status, 200);
    assert.deepEqual((await owner.get('/webhooks')).json['items'], []);
    assert.deepEqual(
      (await owner.kinds()).toSorted((one, other) => one.localeCompare(other)),
      ['webhook.changed', 'webhook.created', 'webhook.deleted', 'webhook.switched_off', 'webhook.switched_on'],
    );
  });

  test('another secret leaves the one before it a day', async () => {
    const owner = await newOwner();
    const { webhook, secret } = await owner.create();
    const { json } = await owner.post(`/webhooks/${webhook.id}/rotate`);
    const rotated: NewWebhook = Object(json);
    assert.notEqual(rotated.secret, secret);
    assert.equal(rotated.webhook.lastFour, rotated.secret.slice(-4));
    assert.equal(rotated.webhook.oldSecretUntil, '2026-06-16T12:00:30.000Z');
    service.clock.advance(86_400_000);
    assert.equal(Object((await owner.get(`/webhooks/${webhook.id}`)).json).oldSecretUntil, null);
  });

  test.each(['deleted', 'switched off'])(
    'another secret and one that is %s at once wait for each other',
    async (how) => {
      const owner = await newOwner();
      const { webhook } = await owner.create();
      const path = `/webhooks/${webhook.id}`;
      const blocker = await service.db.checkOut();
      await blocker.query('begin; lock table activity in share mode');
      const other = how === 'deleted' ? owner.remove(path) : owner.patch(path, { revision: 1, isOn: false });
      await until(async () => (await countLockWaits(service.db)) === 1);
      const rotated = owner.post(`${path}/rotate`);
      await until(async () => (await countLockWaits(service.db)) === 2);
      await blocker.query('commit');
      blocker.release();
      assert.deepEqual([(await other).status, (await rotated).status], [200, how === 'deleted' ? 404 : 200]);
    },
  );

  test('one that the service switches off is told of by mail, once, to owners and admins', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    await newPerson(service, { [owner.shop.id]: 'staff' });
    const since = new Date(service.clock.now() - 5 * 86_400_000).toISOString();
    const text = 'update webhooks set failing_since = $2 where merchant_id = $1';
    await service.db.rows({ text, values: [owner.shop.id, since] });
    const deps = { ...service, mail: mails.openMailer(), baseUrl: 'https://shop.example' };
    for (let round = 0; round < 2; round += 1) {
      const stop = { reason: 'failing', url: webhook.url } as const;
      const tell = await stopWebhook(deps, parseMerchantId(owner.shop.id), parseWebhookId(webhook.id), stop);
      await tell();
    }
    const mail = await mails.newestTo(owner.email);
    assert.equal(mail.subject, 'The webhook «Till» of Corner Bakery was switched off');
    assert.match(mail.text, /has taken nothing for 5 days/);
    assert.equal(mails.received.length, 1);
    const { isOn, offReason }: Webhook = Object((await owner.get(`/webhooks/${webhook.id}`)).json);
    assert.deepEqual([isOn, offReason], [false, 'failing']);
  });

  test('messages are listed newest first, by state and page by page; one is sent again under its id', async () => {
    const owner = await newOwner();
    const { webhook } = await owner.create();
    const at = `/webhooks/${webhook.id}`;
    const sent: WebhookDelivery[] = [];
    for (let count = 0; count < 3; count += 1) {
      sent.push(Object((await owner.post(`${at}/test`)).json));
      service.clock.advance(1_000);
    }
    assert.deepEqual(sent[0], {
      id: sent[0]?.id,
      type: 'webhook.test',
      at: NOW,
      body: JSON.stringify({ type: 'webhook.test', timestamp: NOW, data: { webhookId: webhook.id } }),
      state: 'waiting',
      attempts: 0,
      attemptedAt: null,
      nextAttemptAt: NOW,
      statusCode: null,
      durationMs: null,
      problem: null,
      answer: null,
    });
    const page = async (query: string) => (await owner.get(`${at}/deliveries${query}`)).json;
    const [first, ids] = [await page('?limit=2'), sent.map(({ id }) => id)];
    const second = await page(`?limit=2&cursor=${String(first['nextCursor'])}`);
    const listed: WebhookDelivery[] = [first, second].flatMap(({ items }) => Object(items));
    assert.deepEqual(
      listed.map(({ id }) => id),
      ids.toReversed(),
    );
    assert.equal(second['nextCursor'], null);
    assert.deepEqual((await page(`?deliveryId=${ids[1]}`))['items'], [sent[1]]);
    assert.deepEqual((await page('?state=failed'))['items'], []);
    assert.equal((await owner.get(`${at}/deliveries?state=gone`)).status, 400);
    const again = await owner.post(`${at}/resend`, { deliveryId: ids[0] });
    assert.equal(again.json['id'], ids[0]);
    assert.equal((await owner.post(`${at}/resend`, { deliveryId: randomUUID() })).status, 404);
    assert.deepEqual((await owner.post(`${at}/resend-failed`)).json, { messages: 0 });
  });
});

test('sends ten tests of a merchant in a minute and refuses the next', async () => {
  const owner = await newOwner();
  const { create } = owner;
  const [first, second] = [await create(), await create({ url: 'https://till.example/other' })];
  const sendTest = ({ webhook }: NewWebhook) => owner.post(`/webhooks/${webhook.id}/test`);
  const answers = await Promise.all(Array.from({ length: 9 }, () => sendTest(first)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const more = await Promise.all(Array.from({ length: 3 }, () => sendTest(first)));
  assert.deepEqual(statusesOf(more), [200, 429, 429]);
  const refused = await sendTest(second);
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), refused.body],
    [429, '60', { error: 'rate_limited', message: 'More than 10 tests in a minute. Try again in 60 s.' }],
  );
  service.clock.advance(60_000);
  assert.equal((await sendTest(second)).status, 200);
});
