import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { findAddress, networksOf } from './ip-address.js';

type Bounds = {
  readonly perProcess: number;
  readonly perAddress: number;
  /** Addresses that many callers share by design, such as a proxy's. */
  readonly isExempt: (address: string) => boolean;
};

/** Room for 20,000 waiting screens in a process, and for 500 screens behind one address that also download files. */
export const CONNECTION_BOUNDS = { perProcess: 30_000, perAddress: 4_000 };

/** Closes connections beyond the bounds. An IPv6 address counts as its /64. */
export function boundConnections(server: Server, { perProcess, perAddress, isExempt }: Bounds): void {
  server.maxConnections = perProcess;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = findAddress(socket.remoteAddress ?? '');
    if (address === undefined || isLoopback(address) || isExempt(address)) return;
    const [{ name }] = networksOf(address);
    const count = (open.get(name) ?? 0) + 1;
    if (count > perAddress) return void socket.destroy();
    open.set(name, count);
    socket.once('close', () => {
      const left = (open.get(name) ?? 0) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    });
  });
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');
