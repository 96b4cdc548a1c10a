// Webhooks and the ends of real processes: kill -9 between send and record, and SIGTERM while a receiver hangs.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { EXAMPLE_SECRETS, exampleId } from '../../harness/archive-fixture.js';
import { newReceiver, verified } from '../../harness/receiver.js';
import { until } from '../../harness/until.js';
import { newSenders, type Senders } from './senders.js';
import { untilRefused } from './serving.js';
import { holdBody } from './trickle.js';

let senders: Senders;
beforeAll(async () => void (senders = await newSenders(3)));
afterAll(() => senders.close());

test('a receiver that hangs keeps nobody from an answer whose request is under way when the service stops; another instance sends the message at once', async () => {
  const held: ServerResponse[] = [];
  const receiver = await newReceiver((response) => void held.push(response));
  await senders.newHook(receiver.port);
  await senders.tag('Hangs');
  await until(() => receiver.received.length === 1);
  const stopping = await senders.takeSending();
  // Of a tag that is there: nothing is told of it.
  const tagging = `${stopping.url}${API_PATH}/media/${exampleId('media', 0)}/tags`;
  const sendBody = await holdBody(tagging, EXAMPLE_SECRETS.all, { add: ['Hangs'] });
  const ended = stopping.end('SIGTERM');
  await untilRefused(stopping.url);
  assert.deepEqual([(await sendBody()).statusCode, (await ended).code], [200, 0]);
  await until(() => receiver.received.length === 2);
  const [message, ...others] = await senders.messages();
  // What was cut off counts for nothing.
  assert.deepEqual([message?.state, message?.attempts, others], ['waiting', 0, []]);
  assert.deepEqual(receiver.ids(), [message?.id, message?.id]);
  for (const response of held) response.end();
});

test('what was sent by an instance that is killed before it wrote that down is sent by another, under its id and before all that came since', async () => {
  const receiver = await newReceiver(() => undefined);
  const { secret } = await senders.newHook(receiver.port);
  await senders.tag('One');
  await until(() => receiver.received.length === 1);
  await (await senders.takeSending()).end('SIGKILL');
  receiver.answerWith((response) => void response.end());
  await senders.tag('Two');
  await senders.tag('Three');
  await until(async () => (await senders.messages()).length === 3);
  // Nobody knows yet that it is dead: its lease stands, and nothing overtakes the message.
  assert.equal(receiver.received.length, 1);
  // The time of the lease passes.
  await senders.db.rows({ text: `update webhooks set lease_until = lease_until - interval '40 s'`, values: [] });
  await senders.tag('Four');
  await until(() => receiver.received.length === 5);
  await until(async () => (await senders.messages()).every(({ state }) => state === 'delivered'));
  const ids = (await senders.messages()).map(({ id }) => id);
  assert.equal(ids.length, 4);
  assert.deepEqual(receiver.ids(), [ids[0], ...ids]);
  const bodies = receiver.received.map((sent) => Object(verified(secret, sent, Date.now())));
  assert.deepEqual(bodies[1], bodies[0]);
  assert.deepEqual(new Set(bodies.map(({ type }) => type)), new Set(['tag.created']));
});
