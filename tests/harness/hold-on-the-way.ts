// For tests: a way to a server on which some requests wait until they are let through.
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream';
import { newGate } from './gate.js';

// To the store: it is asked for a copy.
export const holdCopies = (endpoint: string) =>
  holdOnTheWay(endpoint, ({ headers }) => headers['x-amz-copy-source'] !== undefined);

export async function holdOnTheWay(endpoint: string, isHeld: (incoming: IncomingMessage) => boolean) {
  const { hostname, port } = new URL(endpoint);
  const held = newGate();
  const gate = newGate();
  // Headers pass unchanged: the signature is for the host that the client believes it speaks to.
  const pass: RequestListener = (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    pipeline(incoming, onward, () => undefined);
  };
  const server = createServer((incoming, outgoing) => {
    if (!isHeld(incoming)) return pass(incoming, outgoing);
    held.open();
    void gate.opened.then(() => pass(incoming, outgoing));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${ownPort}`,
    untilHeld: held.opened,
    release: gate.open,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
