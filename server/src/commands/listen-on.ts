import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { CommandError } from '../errors.js';

/** Where to listen, and which setting says so. */
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

/** Before anything is made that would be in vain. */
export async function requireFree(places: readonly Place[]): Promise<void> {
  for (const place of places) {
    const probe = createServer();
    await listenOn(probe, place);
    probe.close();
    await once(probe, 'close');
  }
}
