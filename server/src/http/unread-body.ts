import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

// How long a caller who was answered may go on sending. Closed on unread bytes, a connection is reset, and the caller
// would lose the answer.
const LINGER_MS = 2_000;

// What is answered before the whole request has come ends its connection: where a next request is looked for, the rest of
// a body still comes. A body that came whole, read or not, leaves the connection ready.
export function closeUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isBodyUnread(request.raw)) return done(null, payload);
    // A turn later, what came together with the head is here.
    setImmediate(() => done(null, isBodyUnread(request.raw) ? toLastAnswer(request.raw, reply, payload) : payload));
  });
}

function toLastAnswer(request: IncomingMessage, reply: FastifyReply, payload: unknown): unknown {
  void reply.header('connection', 'close');
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  void reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(answerThenDrain(request, payload));
}

export const isBodyUnread = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

async function* answerThenDrain(request: IncomingMessage, body: string | Buffer): AsyncGenerator<string | Buffer> {
  yield body;
  await drainBody(request);
}

export async function drainBody(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => undefined);
}
