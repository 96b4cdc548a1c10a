// The one way to call an address that a stranger named: a webhook, a picture to add, a page to show. What it leads to is
// looked at first, and the connection goes to what was looked at; time and bytes have an end.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { checkOutside, hostOf, type AddressRules, type CheckedAddress, type Outside } from './check-outside.js';
import { startLimits, type Limits } from './limits.js';
import { familyOf, type Network } from './network.js';
import { OutsideError, toOutsideError } from './outside-error.js';

export type OutsideRequest = AddressRules & {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  // How many answers that lead on are followed, each address looked at anew. None: such an answer is the answer.
  readonly redirects?: number;
  // From the first look to the last byte.
  readonly timeoutMs: number;
  readonly bytesMax: number;
  // Ends it from outside, when the service stops.
  readonly signal?: AbortSignal;
};

export type OutsideAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // The last one, where it was led on.
  readonly url: URL;
  readonly isPublic: boolean;
  // As it comes. Whoever leaves the loop hangs up; who never reads is cut off by the time.
  readonly body: AsyncIterable<Buffer>;
};

// Throws an OutsideError, here or while the body is read.
export async function fetchOutside(outside: Outside, request: OutsideRequest): Promise<OutsideAnswer> {
  const limits = startLimits(request);
  try {
    return await follow(outside, request, limits);
  } catch (error) {
    limits.end();
    throw error;
  }
}

async function follow(outside: Outside, request: OutsideRequest, limits: Limits): Promise<OutsideAnswer> {
  let url = request.url;
  for (let left = request.redirects ?? 0; ; left -= 1) {
    const checked = await limits.race(checkOutside(outside, url, request));
    const host = hostOf(checked.url);
    const message = await limits.race(send(outside.network, checked, request, limits)).catch((error: unknown) => {
      throw toOutsideError(error, host);
    });
    const next = (request.redirects ?? 0) > 0 ? leadsTo(message, checked.url) : undefined;
    if (next === undefined) return toAnswer(message, checked, request, limits);
    message.destroy();
    if (left <= 0) throw new OutsideError('too_many_redirects', `The address leads on to others without end: ${host}.`);
    url = next;
  }
}

const LEADS_ON = new Set([301, 302, 303, 307, 308]);

function leadsTo({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): string | undefined {
  if (!LEADS_ON.has(statusCode) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from).href : location;
}

const HEADER_BYTES_MAX = 16 * 1024;

// Named by host, in the certificate too, and connected to what was looked at: the name is not asked for again.
async function send(
  network: Network,
  { url, addresses }: CheckedAddress,
  { method = 'GET', headers = {}, body }: OutsideRequest,
  limits: Limits,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const { request } = isTls ? await import('node:https') : await import('node:http');
  const options = {
    method,
    // No compression: what a few bytes unfold into would have no end.
    headers: { 'user-agent': 'Vitrine', 'accept-encoding': 'identity', ...headers },
    agent: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    ...connectTo(addresses.map(network.dial)),
    ...(isTls && { ...nameOf(url), ...(network.ca !== undefined && { ca: network.ca }) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.once('error', reject);
    // Of an answer that wants another protocol (101) Node says nothing but this.
    sent.once('close', () => reject(new Error('closed without an answer')));
    limits.cuts(sent);
    sent.end(body);
  });
}

// An address by number Node does not look up: it connects to it as it is.
function connectTo(dialled: readonly string[]): { lookup: LookupFunction } {
  const found = dialled.map((address) => ({ address, family: familyOf(address) }));
  const [first] = found;
  if (first === undefined) throw new Error('no address to connect to');
  const lookup: LookupFunction = (_host, { all }, done) =>
    all === true ? done(null, found) : done(null, first.address, first.family);
  return { lookup };
}

const nameOf = (url: URL): { servername?: string } => (isIP(hostOf(url)) === 0 ? { servername: hostOf(url) } : {});

function toAnswer(
  message: IncomingMessage,
  { url, isPublic }: CheckedAddress,
  { bytesMax }: OutsideRequest,
  limits: Limits,
): OutsideAnswer {
  limits.cuts(message);
  message.once('close', limits.end);
  const body = readBody(message, hostOf(url), bytesMax);
  return { status: message.statusCode ?? 0, headers: message.headers, url, isPublic, body };
}

async function* readBody(message: IncomingMessage, host: string, bytesMax: number): AsyncGenerator<Buffer> {
  const tooLarge = (): OutsideError =>
    new OutsideError('too_large', `What ${host} sent is larger than ${bytesMax} bytes.`);
  let bytes = 0;
  try {
    if (Number(message.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
    for await (const chunk of message) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw toOutsideError(error, host);
  } finally {
    message.destroy();
  }
}

// The whole body at once.
export async function readWhole({ body }: OutsideAnswer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

// For whom status and headers are enough.
export async function hangUp({ body }: OutsideAnswer): Promise<void> {
  try {
    for await (const _ of body) return;
  } catch {
    // What it would have sent is of no use here.
  }
}
