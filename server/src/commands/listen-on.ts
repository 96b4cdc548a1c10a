import { once } from 'node:events';
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { CommandError } from '../errors.js';

// Where to listen, and which setting says so.
export type Place = {
  readonly host: string;
  readonly port: number;
  readonly names: readonly [port: string, host: string];
};

// New connections that the system holds until they are taken. One beyond waits for a second and more before it tries again,
// and no refusal reaches it meanwhile.
const BACKLOG = 4096;

export async function listenOn(server: Server, { host, port, names }: Place): Promise<void> {
  try {
    await once(server.listen(port, host, BACKLOG), 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    const advice = `Set ${names[0]} to a free port, or ${names[1]} to another address.`;
    throw new CommandError(`Cannot listen on ${host}:${port} (${code}). ${advice}`, { cause: error });
  }
}

// Before anything is made that would be in vain.
export async function requireFree(places: readonly Place[]): Promise<void> {
  for (const place of places) {
    const probe = createServer();
    await listenOn(probe, place);
    probe.close();
    await once(probe, 'close');
  }
}

type StopServer = (close: () => Promise<unknown>, deadline: AbortSignal) => Promise<void>;

// For a server that will be closed: answers under way go out whole, and their connections end with them. Left to itself,
// Node keeps such a connection for a next request, and the close waits for it: over a minute. Whoever is not
// through at the deadline is cut off: one caller who stands still must not keep the service from stopping.
export function stopperOf(server: HttpServer): StopServer {
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
