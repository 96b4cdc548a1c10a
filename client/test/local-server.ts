import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

// A server that misbehaves as a test tells it: the nth request gets the nth handler, later ones the last.
export async function startLocalServer(...handlers: readonly Handler[]) {
  const requests: { readonly method: string; readonly url: string }[] = [];
  const server = createServer((request, response) => {
    const handle = handlers[Math.min(requests.length, handlers.length - 1)];
    requests.push({ method: request.method ?? '', url: request.url ?? '' });
    handle?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  };

export const drop: Handler = (request) => void request.socket.destroy();
export const hang: Handler = () => undefined;
export const refuse = (status: number, error: string, headers: Record<string, string> = {}): Handler =>
  answer(status, { error, message: 'No.' }, headers);
