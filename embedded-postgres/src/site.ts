// The places and settings of one embedded PostgreSQL.
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { SocketAddress } from './keeper.js';
import { SOCKET_PORT, socketDirFor } from './socket-dir.js';

export type Site = {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly logFile: string;
  readonly address: SocketAddress;
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly servedAt?: string | undefined;
};

export async function prepareSite(dataDir: string, extra: Readonly<Record<string, string>>): Promise<Site> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir); // two names of one folder must find the same socket
  const host = socketDirFor(real);
  return {
    dataDir: real,
    clusterDir: join(real, 'postgres'),
    logFile: join(real, 'postgres.log'),
    address: { host, port: SOCKET_PORT, user: 'vitrine', ssl: false },
    database: 'vitrine',
    settings: { ...defaultSettings(host), ...extra },
  };
}

// Given at each start and not written to postgresql.conf, so that a new release can change them.
function defaultSettings(socketDir: string): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    // Errors of single statements go to the client, who knows what they mean; here they would fill the log
    // with rows of merchants.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}
