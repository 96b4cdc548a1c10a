// For tests: a way to the store on which a copy waits until it is let through.
import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream';
import { newGate } from './gate.js';

export async function holdCopies(endpoint: string) {
  const { hostname, port } = new URL(endpoint);
  const copy = newGate();
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
    if (incoming.headers['x-amz-copy-source'] === undefined) return pass(incoming, outgoing);
    copy.open();
    void gate.opened.then(() => pass(incoming, outgoing));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${ownPort}`,
    untilCopy: copy.opened,
    release: gate.open,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
