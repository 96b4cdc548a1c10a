import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';

// How long a caller who was answered may go on sending. Closed on unread bytes, a connection is reset, and the caller
// would lose the answer.
const LINGER_MS = 2_000;

type Answer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
};

// What is answered before the whole request has come ends its connection: where a next request is looked for, the rest of
// a body still comes. A body that came whole, read or not, leaves the connection ready.
export function respond(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (!isBodyUnread(request)) return write(response, answer);
  // A turn later, what came together with the head is here.
  setImmediate(() => {
    if (!isBodyUnread(request)) return write(response, answer);
    const { status, headers, body } = answer;
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    response.write(body);
    void drainBody(request).then(() => response.end());
  });
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  headers['content-length'] = Buffer.byteLength(body);
  response.writeHead(status, headers);
  const { socket } = response;
  // An answer whose turn on its connection has not come has no socket yet; bytes are not copied to stand behind the head.
  if (socket === null || typeof body !== 'string' || body === '') return void response.end(body);
  // Head and text as one write. Given to `end`, they are sent with an empty text as a list of two, which costs 6 µs more.
  socket.cork();
  response.write(body);
  socket.uncork();
  response.end();
}

export const isBodyUnread = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

export async function drainBody(request: IncomingMessage): Promise<void> {
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(LINGER_MS) }).catch(() => undefined);
}
