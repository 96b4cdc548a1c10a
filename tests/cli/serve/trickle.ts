import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';

// Resolves once the server has the request in hand and has asked for its body, which then never ends.
export async function trickle(method: string, address: string, headers: Record<string, string>): Promise<Socket> {
  const { port, host, pathname, search } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const lines = Object.entries({ host, expect: '100-continue', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  const timer = setInterval(() => socket.write('x'), 100);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

// The same of one whose body comes when the test says so: what it gives sends it, and waits for the answer.
export async function holdBody(address: string, bearer: string, body: object): Promise<() => Promise<IncomingMessage>> {
  const text = JSON.stringify(body);
  const sent = request(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'content-length': text.length,
      expect: '100-continue',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {}); // told to who asks for the answer
  await Promise.race([once(sent, 'continue'), answered]);
  return async () => {
    sent.end(text);
    const [answer] = await answered;
    answer.resume();
    return answer;
  };
}
