import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findAnswers } from './find-answers.js';

// What a plant sees of an exchange, and may change of the answer.
export type Seen = { readonly method: string; readonly url: string; readonly sent: string };
export type Shown = { status: number; headers: Map<string, string>; body: string };
export type Plant = (seen: Seen, shown: Shown) => void;

// The service with a fault in front of it: hands the bytes of every connection on, and lets the plant spoil the answer.
export async function startProxy(port: number, plant: Plant, delayMs = 0) {
  const server = createServer((socket) => pass(socket, connect({ port, host: '127.0.0.1' }), { plant, delayMs }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return { port: own, close: () => void server.close() };
}

type Fault = { readonly plant: Plant; readonly delayMs: number };

function pass(socket: Socket, service: Socket, { plant, delayMs }: Fault): void {
  let [sent, received] = [Buffer.alloc(0), Buffer.alloc(0)];
  const answer = (): void => {
    const bytes = spoiled(sent.toString('latin1'), received, plant);
    setTimeout(() => socket.end(bytes), delayMs);
    service.destroy();
  };
  socket.on('data', (chunk) => {
    sent = Buffer.concat([sent, chunk]);
    service.write(chunk);
  });
  service.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (findAnswers(received, methodOf(sent.toString('latin1')), false).length > 0) answer();
  });
  socket.on('error', () => {}).on('close', () => service.destroy());
  service.on('error', () => {}).on('close', answer);
}

const methodOf = (sent: string): string => sent.split(' ', 1)[0] ?? '';

function spoiled(sent: string, received: Buffer, plant: Plant): Buffer {
  const [method = '', url = ''] = sent.split(' ', 2);
  const [answer] = findAnswers(received, method, true);
  if (answer === undefined) return received;
  const { status, headers, body } = answer;
  const shown = { status, headers: new Map(headers), body: body.toString('latin1') };
  plant({ method, url, sent }, shown);
  shown.headers.delete('transfer-encoding');
  if (method !== 'HEAD' && status !== 204) shown.headers.set('content-length', String(shown.body.length));
  const lines = [...shown.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${shown.status} Planted\r\n${lines.join('')}\r\n${shown.body}`, 'latin1');
}
