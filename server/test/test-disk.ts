// For tests: a disk store with its server on a free port, a clock that can be moved, and clients without manners.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskServer } from '../src/storage/disk-server.js';
import { createDiskStore } from '../src/storage/disk-store.js';
import type { FileType } from '../src/storage/file-type.js';
import type { Declared, ObjectStore, PresignedUpload } from '../src/storage/object-store.js';
import { createTestClock, type TestClock } from './test-clock.js';

export { until } from './until.js';

export const TEST_KEYS = { region: 'us-east-1', accessKeyId: 'TESTKEY', secretAccessKey: 'a test secret' };
export const TEST_BUCKET = 'vitrine';

export type TestDisk = {
  readonly store: ObjectStore;
  readonly server: Server;
  readonly endpoint: string;
  readonly port: number;
  readonly directory: string;
  readonly clock: TestClock;
  readonly logged: Record<string, unknown>[];
  readonly stored: () => Promise<string[]>;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly directory?: string;
  readonly reserveBytes?: number;
  readonly idleMsMax?: number;
  readonly drainMsMax?: number;
  readonly clock?: TestClock;
};

export async function openTestDisk(options: Options = {}): Promise<TestDisk> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'vitrine-objects-')));
  const clock = options.clock ?? createTestClock('2026-11-15T12:00:00Z');
  const logged: Record<string, unknown>[] = [];
  const logger = { info: (fields: Record<string, unknown>) => void logged.push(fields) };
  const shared = { ...TEST_KEYS, bucket: TEST_BUCKET, clock, directory };
  const { reserveBytes = 0, idleMsMax, drainMsMax } = options;
  const server = createDiskServer({ ...shared, logger, reserveBytes, idleMsMax, drainMsMax });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const endpoint = `http://127.0.0.1:${port}`;
  const store = await createDiskStore({ ...shared, endpoint });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { store, server, endpoint, port, directory, clock, logged, stored: () => listFiles(directory), close };
}

export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

export function newFile(sizeBytes: number, contentType: FileType = 'image/png'): { bytes: Buffer; declared: Declared } {
  const bytes = randomBytes(sizeBytes);
  return { bytes, declared: declare(bytes, contentType) };
}

export function declare(bytes: Uint8Array, contentType: FileType = 'image/png'): Declared {
  return { contentType, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function put(upload: PresignedUpload, body: Uint8Array): Promise<Response> {
  return fetch(upload.url, { method: 'PUT', headers: upload.headers, body });
}

export async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${/<Code>(.*)<\/Code>/.exec(await response.text())?.[1] ?? ''}`.trim();
}

/** The head of a PUT as bytes on the wire, for clients that then misbehave. */
export function rawHead(upload: PresignedUpload, length: number | undefined, extra: readonly string[] = []): string {
  const { host, pathname, search } = new URL(upload.url);
  const headers = Object.entries(upload.headers).map(([name, value]) => `${name}: ${value}`);
  const lengths = length === undefined ? [] : [`content-length: ${length}`];
  return [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...headers, ...lengths, ...extra, '', ''].join('\r\n');
}

export async function openSocket(
  port: number,
): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('end', () => socket.end());
  return { socket, received: () => text, closed };
}
