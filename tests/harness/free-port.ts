// A port for a process that is told where to listen. Between finding it and the process's listening nobody else may get
// it: so it lies below those that the system hands out by itself (32768 and up on Linux), each worker of a run has its
// own stretch, and none is given twice.
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const STRETCH = 2_000;
const STRETCHES = 6;
const START = 20_000 + STRETCH * (Number(process.env['VITEST_POOL_ID'] ?? 0) % STRETCHES);

let next = randomInt(STRETCH);

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = START + (next++ % STRETCH);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
