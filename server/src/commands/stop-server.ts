import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type StopServer = (close: () => Promise<unknown>, deadline: AbortSignal) => Promise<void>;

// For a server that will be closed: answers under way go out whole, and their connections end with them. Left to itself,
// Node keeps such a connection for a next request, and the close waits for it: over a minute. Whoever is not
// through at the deadline is cut off: one caller who stands still must not keep the service from stopping.
export function stopperOf(server: Server): StopServer {
  const underWay = new Set<ServerResponse>();
  let isStopping = false;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    if (isStopping) makeLast(response);
    response.on('close', () => underWay.delete(response));
  });
  // Not closeAllConnections: it passes over a connection whose request was refused as no HTTP.
  const cut = (): void => sockets.forEach((socket) => void socket.destroy());
  return async (close, deadline) => {
    isStopping = true;
    underWay.forEach(makeLast);
    const closed = close();
    if (deadline.aborted) cut();
    deadline.addEventListener('abort', cut);
    await closed;
  };
}

function makeLast(response: ServerResponse): void {
  if (response.headersSent) response.once('finish', () => response.req.socket.end());
  else response.setHeader('connection', 'close');
}
