// For tests: a disk store with its server on a free port, a clock that can be moved, and clients without manners.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createDiskServer, createSigner, openDiskStore, type Expected } from '../src/index.js';
import type { Clock } from '../src/sign.js';

export const TEST_KEYS = { region: 'us-east-1', accessKeyId: 'TESTKEY', secretAccessKey: 'a test secret' };
export const TEST_BUCKET = 'vitrine';
export const TEST_TYPES = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4', webm: 'video/webm' };
export const SIGNED_FOR_SECONDS = 900;

type Upload = { readonly url: string; readonly headers: Record<string, string> };
type Declared = Expected & { readonly contentType: string };

type Options = {
  readonly directory?: string;
  readonly objectBytesMax?: number;
  readonly reserveBytes?: number;
  readonly idleMsMax?: number;
  readonly drainMsMax?: number;
  readonly sessionToken?: string;
};

/** A store, and its server at a free port. */
export async function openTestDisk(options: Options = {}) {
  const clock = createTestClock();
  const disk = await serveTestDisk({ ...options, types: TEST_TYPES, clock });
  const { directory, endpoint } = disk;
  const signer = createSigner({ ...TEST_KEYS, bucket: TEST_BUCKET, endpoint, clock });
  const store = {
    ...(await openDiskStore(directory)),
    signedGetUrl: (key: string) => signer.presign('GET', key, { expiresSeconds: SIGNED_FOR_SECONDS }),
    signedPut(key: string, { contentType, sizeBytes, sha256 }: Declared): Upload {
      const checksum = sha256 && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
      const headers: Record<string, string> = { 'content-type': contentType, ...checksum };
      const signed = { ...headers, 'content-length': String(sizeBytes) };
      return { url: signer.presign('PUT', key, { expiresSeconds: SIGNED_FOR_SECONDS, headers: signed }), headers };
    },
  };
  return { ...disk, clock, store };
}

export type TestDisk = Awaited<ReturnType<typeof openTestDisk>>;

type Served = Options & { readonly types: Readonly<Record<string, string>>; readonly clock: Clock };

/** The server alone. */
export async function serveTestDisk(options: Served) {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'disk-s3-')));
  const logged: Record<string, unknown>[] = [];
  const logger = { info: (fields: Record<string, unknown>) => void logged.push(fields) };
  const server = createDiskServer({ ...TEST_KEYS, bucket: TEST_BUCKET, ...options, directory, logger });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  return { server, endpoint, port, directory, logged, stored: () => listFiles(directory), close };
}

function createTestClock() {
  let now = Date.parse('2026-11-15T12:00:00Z');
  return { now: () => now, advance: (ms: number): void => void (now += ms) };
}

/** Asks until it is so. */
export const until = (isSo: () => boolean | Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(isSo, { timeout: 120_000, interval: 10 });

export async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // A mark that says which key is refused is no object.
  return files.filter(({ parentPath }) => parentPath !== join(directory, 'refused')).map(({ name }) => name);
}

export function newFile(sizeBytes: number, contentType = 'image/png') {
  const bytes = randomBytes(sizeBytes);
  return { bytes, declared: declare(bytes, contentType) };
}

export function declare(bytes: Uint8Array, contentType: string) {
  return { contentType, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function put(upload: Upload, body: Uint8Array): Promise<Response> {
  return fetch(upload.url, { method: 'PUT', headers: upload.headers, body });
}

export async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${/<Code>(.*)<\/Code>/.exec(await response.text())?.[1] ?? ''}`.trim();
}

/** The head of a PUT as bytes on the wire, for clients that then misbehave. */
export function rawHead(upload: Upload, length: number | undefined, extra: readonly string[] = []): string {
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
