import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Command } from 'commander';
import { buildApp } from '../app.js';
import { systemClock } from '../clock.js';
import { readConfig, type Config } from '../config.js';
import { openDatabase } from '../db/open-database.js';
import { findDemoAccess, seedDemo } from '../demo/seed-demo.js';
import { Refusal } from '../errors.js';
import { createLog, type Log } from '../log.js';
import { openStore, openStoreServer } from '../storage/open-store.js';
import { dropRegularly } from '../uploads/drop-regularly.js';
import { banner } from './banner.js';
import { command } from './command.js';

export const serveCommand = (): Command =>
  command('serve', 'start the service and stay in the foreground').action(async () => {
    const config = readConfig();
    const stop = await start(config, createLog(config.logLevel));
    await stopSignal();
    await stop();
  });

// Starts every part; returns what stops them again, in the other order: requests finish, then the database goes.
async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const database = await openDatabase({ ...config, log: (line) => log.info(line) });
    undo.push(database.close);
    const store = await openStore(config, systemClock);
    await store.check();
    const demo = { ...database, store, clock: systemClock, dataDir: config.dataDir };
    if (config.demo) await seedDemo(demo, () => process.stdout.write('Making demo content (once) …\n'));
    const storeServer = await openStoreServer(config, systemClock, log);
    if (storeServer !== undefined) {
      await listenOn(storeServer.server, storeServer.port, config.host);
      undo.push(() => closeServer(storeServer.server));
    }
    undo.push(dropRegularly({ ...database, store, clock: systemClock }, log));
    const app = await buildApp({ ...database, store, clock: systemClock, log, limits: config });
    undo.push(() => app.close());
    await listenOn(app, config.port, config.host);
    process.stdout.write(banner(config, config.demo ? await findDemoAccess(config.dataDir) : undefined));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Listening = Server | { listen: (options: { port: number; host: string }) => Promise<string> };

async function listenOn(server: Listening, port: number, host: string): Promise<void> {
  try {
    if ('keepAliveTimeout' in server) {
      server.listen(port, host);
      await once(server, 'listening');
    } else await server.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new Refusal(`Cannot listen on ${host}:${port} (${code}). Set PORT, STORAGE_PORT or HOST to a free address.`, {
      cause: error,
    });
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
