import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { findFreePort } from '../../../tests/harness/free-port.js';
import { startOtlpReceiver, type ReceivedSpan } from '../../../tests/harness/otlp-receiver.js';
import { startService, useService, type Service, type Shop } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { systemClock } from '../clock.js';
import { readConfig } from '../config.js';
import { TIMED_STATEMENTS } from '../db/db.js';
import { openTracer } from './open-tracer.js';
import { toSampler } from './open-tracer.js';
import { sendSpans } from './send-spans.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const quiet = pino({ level: 'silent' });

const configOf = (url: string, more = {}) => {
  const { traces } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more });
  assert.ok(traces);
  return traces;
};

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

const get = (service: Service, { secret }: Shop, path: string, traceparent?: string) =>
  fetch(service.url + API_PATH + path, {
    headers: { authorization: `Bearer ${secret}`, ...(traceparent !== undefined && { traceparent }) },
  });

describe('with a collector', () => {
  const logLines: string[] = [];
  let receiver: Receiver;
  let tracer: ReturnType<typeof openTracer>;
  let service: Service;
  let shop: Shop;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0, x-scope=shop' };
    tracer = openTracer({ clock: systemClock, log: quiet }, configOf(receiver.url, headers));
    service = await startService({ tracer, logLines });
    shop = await service.newMerchant();
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  test('a trace that the caller keeps has a span of the request and one of each statement, and the answer names it', async () => {
    const answer = await get(service, shop, '/media?q=canary', `00-${TRACE}-${SPAN}-01`);
    const requestId = answer.headers.get('x-request-id') ?? '';
    const spanId = requestId.replaceAll('-', '').slice(16);
    assert.equal(answer.headers.get('traceresponse'), `00-${TRACE}-${spanId}-01`);
    await until(() => logLines.some((line) => line.includes(`"traceId":"${TRACE}","spanId":"${spanId}"`)));
    const own = await get(service, shop, '/tags');
    const ownId = own.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
    assert.equal(own.headers.get('traceresponse'), null);
    const apart = await get(service, shop, '/playlists', `00-${TRACE.replace('4', '5')}-${SPAN}-00`);
    assert.match(apart.headers.get('traceresponse') ?? '', /^00-5bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
    const ofTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
    await until(() => [TRACE, ownId].every((id) => ofTrace(id).some(({ kind }) => kind === 2)));
    await tracer.stop();

    assert.deepEqual(receiver.faults, []);
    const [request, ...more] = ofTrace(TRACE).filter(({ kind }) => kind === 2);
    assert.deepEqual(more, []);
    assert.deepEqual(toComparable(request), {
      spanId,
      parentSpanId: SPAN,
      name: `GET ${API_PATH}/media`,
      status: 0,
      attributes: {
        'http.request.method': 'GET',
        'http.route': `${API_PATH}/media`,
        'http.response.status_code': '200',
        'vitrine.request_id': requestId,
        'vitrine.merchant_id': shop.id,
      },
    });
    const statements = ofTrace(TRACE).filter(({ kind }) => kind === 3);
    const names = statements.map(({ name }) => name);
    // Named by the table that is listed, not by the one that is asked for the tags' version.
    assert.ok(names.includes('select media'), names.join());
    for (const one of statements) {
      assert.equal(one.parentSpanId, spanId);
      assert.ok(request && one.startNano >= request.startNano && one.endNano <= request.endNano + 1_000_000n);
      assert.equal(one.attributes['db.system.name'], 'postgresql');
      assert.match(one.attributes['db.query.text'] ?? '', /\$1/);
    }
    // A trace that begins here has the request's own id.
    assert.equal(ofTrace(ownId).filter(({ kind }) => kind === 2).length, 1);
    assert.deepEqual(ofTrace(TRACE.replace('4', '5')), []);
    const sent = receiver.bodies.join();
    for (const secret of [shop.secret, 'canary', 'Bearer']) assert.ok(!sent.includes(secret), secret);
    assert.deepEqual(receiver.resources[0], { 'service.name': 'vitrine', 'service.version': '0.1.0' });
    assert.equal(receiver.headers[0]?.['authorization'], 'Basic c2VjcmV0');
    assert.equal(receiver.headers[0]?.['x-scope'], 'shop');
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text();
    assert.match(metrics, new RegExp(`vitrine_trace_spans_total\\{outcome="sent"\\} ${receiver.spans.length}\n`));
  });
});

const toComparable = (span: ReceivedSpan | undefined) => {
  assert.ok(span);
  const { spanId, parentSpanId, name, status, attributes } = span;
  return { spanId, parentSpanId, name, status, attributes };
};

describe('without one', () => {
  const logLines: string[] = [];
  const service = useService({ logLines });

  test('nothing is timed, and a trace of the caller is in the log and the answer all the same', async () => {
    assert.equal(TIMED_STATEMENTS.hasSubscribers, false);
    const shop = await service.newMerchant();
    const named = await get(service, shop, '/tags', `00-${TRACE}-${SPAN}-01`);
    assert.match(named.headers.get('traceresponse') ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    await until(() => logLines.some((line) => line.includes(`"traceId":"${TRACE}"`)));
  });

  test.each([
    ['another version with the length of the first', `ff-${TRACE}-${SPAN}-01`],
    ['more than version 00 has', `00-${TRACE}-${SPAN}-01-what`],
    ['no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['two of them', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['a page of digits', '0'.repeat(8000)],
  ])('%s is passed over', async (_, traceparent) => {
    const before = logLines.length;
    const answer = await fetch(`${service.url}/healthz`, { headers: { traceparent } });
    assert.deepEqual([answer.status, answer.headers.get('traceresponse')], [200, null]);
    await until(() => logLines.length > before);
    assert.ok(!logLines.at(-1)?.includes('traceId'));
  });

  test('a later version with more behind it is taken', async () => {
    const headers = { traceparent: `01-${TRACE}-${SPAN}-03-more` };
    const answer = await fetch(`${service.url}/healthz`, { headers });
    assert.match(answer.headers.get('traceresponse') ?? '', new RegExp(`^00-${TRACE}-`));
  });
});

test('where the collector is away spans are dropped and counted, a bounded number waits, and it is told once', async () => {
  const nowhere = `http://127.0.0.1:${await findFreePort()}`;
  const told: unknown[] = [];
  const log = { ...quiet, warn: (details: unknown) => void told.push(details) } as typeof quiet;
  const spans = sendSpans({ ...configOf(nowhere), version: '1', log });
  const span = {
    traceId: TRACE,
    spanId: SPAN,
    parentId: undefined,
    name: 'x',
    kind: 'server',
    startMs: 1,
    endMs: 2,
  } as const;
  for (let at = 0; at < 5_000; at += 1) spans.add({ ...span, isFailed: false, attributes: {} });
  assert.equal(spans.counts().dropped, 5_000 - 2_048 - 512);
  await until(() => spans.counts().dropped === 5_000);
  await spans.stop();
  assert.deepEqual([spans.counts(), told], [{ sent: 0, dropped: 5_000 }, [{ problem: 'ECONNREFUSED' }]]);
});

describe('which traces are kept', () => {
  const ids = Array.from({ length: 10_000 }, () => randomUUID().replaceAll('-', ''));
  const kept = (sampler: Parameters<typeof toSampler>[0]['sampler'], ratio = 1, isSampled?: boolean) => {
    const parent = isSampled === undefined ? undefined : { traceId: TRACE, parentId: SPAN, isSampled };
    return ids.filter((id) => toSampler({ sampler, ratio })(id, parent)).length;
  };

  test('a share of those that begin here, by their ids', () => {
    const tenth = kept('parentbased_traceidratio', 0.1);
    assert.ok(tenth > 800 && tenth < 1200, String(tenth));
    assert.deepEqual(
      [kept('parentbased_traceidratio', 0), kept('traceidratio', 1), kept('always_off'), kept('always_on')],
      [0, ids.length, 0, ids.length],
    );
  });

  test('the caller decides where the sampler is based on the parent, and nowhere else', () => {
    assert.deepEqual(
      [kept('parentbased_traceidratio', 0, true), kept('parentbased_always_on', 1, false)],
      [ids.length, 0],
    );
    assert.deepEqual([kept('traceidratio', 0, true), kept('always_on', 1, false)], [0, ids.length]);
  });
});
