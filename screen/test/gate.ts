import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';

// The network between a screen and the service: it can be cut, and lead to another instance.
export async function openGate(url: string) {
  let target = new URL(url);
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => void (sockets.delete(socket), other.destroy()));
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut(): void {
      isCut = true;
      hangUp();
    },
    mend: (): void => void (isCut = false),
    leadTo(other: string): void {
      target = new URL(other);
      hangUp();
    },
    close(): void {
      server.close();
      hangUp();
    },
  };
}

export type Gate = Awaited<ReturnType<typeof openGate>>;

// A proxy that has the service below a path, which the service does not see.
export async function openPathProxy(url: string, path: string) {
  const server = createHttpServer((incoming, answer) => {
    if (incoming.url?.startsWith(`${path}/`) !== true) return void answer.writeHead(404).end();
    const { method, headers } = incoming;
    const outgoing = request(url + incoming.url.slice(path.length), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(outgoing.on('error', () => answer.destroy()));
    answer.on('close', () => outgoing.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`,
    close: (): void => server.close().closeAllConnections(),
  };
}
