// A collector of traces, which takes nothing but what OTLP's JSON is (opentelemetry-proto: trace_service.proto, trace.proto,
// common.proto, and the mapping of ids, enumerations and 64-bit numbers that its specification says).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

type Json = Readonly<Record<string, unknown>>;

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly startNano: bigint;
  readonly endNano: bigint;
  readonly status: number;
  readonly attributes: Readonly<Record<string, string>>;
};

export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const faults: unknown[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const resources: Readonly<Record<string, string>>[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    bodies.push(body);
    headers.push(request.headers);
    try {
      assert.deepEqual(
        [request.method, request.url, request.headers['content-type']],
        ['POST', '/v1/traces', 'application/json'],
      );
      const { resourceSpans } = exactly(JSON.parse(body), ['resourceSpans']);
      for (const one of listOf(resourceSpans)) {
        const { resource, scopeSpans } = exactly(one, ['resource', 'scopeSpans']);
        resources.push(attributesOf(exactly(resource, ['attributes'])['attributes']));
        for (const scoped of listOf(scopeSpans)) {
          const { scope, spans: list } = exactly(scoped, ['scope', 'spans']);
          exactly(scope, ['name', 'version']);
          spans.push(...listOf(list).map(toReceived));
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    } catch (error) {
      faults.push(error);
      response.writeHead(400).end();
    }
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    spans,
    bodies,
    headers,
    resources,
    faults,
    async close() {
      server.close().closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

function toReceived(value: unknown): ReceivedSpan {
  const span = exactly(value, [
    'traceId',
    'spanId',
    'parentSpanId?',
    'name',
    'kind',
    'startTimeUnixNano',
    'endTimeUnixNano',
    'attributes',
    'status',
  ]);
  const { code = 0 } = exactly(span['status'], ['code?']);
  const parent = span['parentSpanId'];
  const received = {
    traceId: matching(span['traceId'], /^(?!0{32})[0-9a-f]{32}$/),
    spanId: matching(span['spanId'], /^(?!0{16})[0-9a-f]{16}$/),
    parentSpanId: parent === undefined ? undefined : matching(parent, /^[0-9a-f]{16}$/),
    name: matching(span['name'], /./),
    kind: Number(matching(String(span['kind']), /^[1-5]$/)),
    startNano: BigInt(matching(span['startTimeUnixNano'], /^\d{19}$/)),
    endNano: BigInt(matching(span['endTimeUnixNano'], /^\d{19}$/)),
    status: Number(matching(String(code), /^[012]$/)),
    attributes: attributesOf(span['attributes']),
  };
  assert.equal(typeof span['kind'], 'number');
  assert.ok(received.endNano >= received.startNano);
  return received;
}

const attributesOf = (list: unknown): Record<string, string> =>
  Object.fromEntries(
    listOf(list).map((one) => {
      const { key, value } = exactly(one, ['key', 'value']);
      const { stringValue, intValue } = exactly(value, ['stringValue?', 'intValue?']);
      assert.ok((stringValue === undefined) !== (intValue === undefined));
      return [matching(key, /^[a-z_.]+$/), matching(stringValue ?? intValue, intValue === undefined ? /^/ : /^-?\d+$/)];
    }),
  );

function matching(value: unknown, pattern: RegExp): string {
  assert.ok(typeof value === 'string' && pattern.test(value), `${JSON.stringify(value)} is not ${pattern}`);
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value));
  return value;
}

// An object with these fields and no other; those with a question mark may be missing.
function exactly(value: unknown, fields: readonly string[]): Json {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), JSON.stringify(value));
  const names = fields.map((field) => field.replace('?', ''));
  for (const name of Object.keys(value)) assert.ok(names.includes(name), `${name} is no field`);
  for (const name of fields.filter((field) => !field.endsWith('?'))) assert.ok(name in value, `${name} is missing`);
  return value as Json;
}
