// A port for a process that is told where to listen. Between finding it and the process's listening nobody else may get
// it: so it lies below those that the system hands out by itself (32768 and up on Linux), each worker has its own
// stretch, whatever other runs there are, and none is given twice.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const START = 20_000;
const STRETCH = 250;
const STRETCHES = 50;

let begin: Promise<number> | undefined;
let given = 0;

export async function findFreePort(): Promise<number> {
  begin ??= claimStretch();
  const first = await begin;
  for (;;) {
    const port = first + (given++ % STRETCH);
    const server = await listen(port);
    if (server === undefined) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

// Whoever listens at its first port has it, and listens there to the worker's end.
async function claimStretch(): Promise<number> {
  for (let at = 0; at < STRETCHES; at += 1) {
    const first = START + at * STRETCH;
    const server = await listen(first);
    if (server === undefined) continue;
    server.unref();
    return first;
  }
  throw new Error(`${STRETCHES} others have all ports.`);
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}
