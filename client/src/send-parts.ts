import type { SliceableFile } from './divide.js';
import { ConflictError, MethodNotAllowedError, NotFoundError, UploadError } from './errors.js';
import type { PartsRequest, PartsTicket, UploadPart } from './generated/types.js';
import type { PutBytes } from './put-bytes.js';
import type { CallOptions } from './transport.js';

export type PartCalls = {
  /** Of an upload by hand that goes in parts: where to send what is missing. */
  readonly startParts: (id: string, division: PartsRequest, options?: CallOptions) => Promise<PartsTicket>;
};

type Sending = { readonly calls: PartCalls; readonly put: PutBytes; readonly mediaId: string };
type FileInParts = { readonly file: SliceableFile; readonly division: PartsRequest };
type Options = CallOptions & { readonly onBytes: (doneBytes: number) => void };

const AT_ONCE = 3;
// Rounds that bring nothing further. A round in which a part arrived is progress, however many there are.
const IDLE_ROUNDS_MAX = 3;

// Sends what storage does not have yet. Returns false when the service takes no parts, or has no room for them beside the
// whole file: then the file is sent in one piece.
export async function sendParts(sending: Sending, { file, division }: FileInParts, options: Options): Promise<boolean> {
  let missingBefore = Infinity;
  for (let idleRounds = 0; ;) {
    const ticket = await askParts(sending, division, options);
    if (ticket === undefined) return false;
    if (ticket.parts.length === 0) return true;
    idleRounds = ticket.parts.length < missingBefore ? 0 : idleRounds + 1;
    missingBefore = ticket.parts.length;
    try {
      await sendAll(sending.put, file, ticket.parts, options);
    } catch (error) {
      if (!isWorthAsking(error) || idleRounds >= IDLE_ROUNDS_MAX) throw error;
    }
  }
}

async function askParts(
  { calls, mediaId }: Sending,
  division: PartsRequest,
  { signal }: Options,
): Promise<PartsTicket | undefined> {
  try {
    return await calls.startParts(mediaId, division, { signal });
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof MethodNotAllowedError) return undefined;
    if (error instanceof ConflictError) return undefined;
    throw error;
  }
}

// Several at once: a line with a long way is never full with one. Where URLs have run out, what is on its way goes to its
// end; any other fault ends all.
async function sendAll(
  put: PutBytes,
  file: SliceableFile,
  parts: readonly UploadPart[],
  { onBytes, signal }: Options,
): Promise<void> {
  const queue = [...parts];
  const onWay = new Map<number, number>();
  const storedBytes = file.size - parts.reduce((sum, { size }) => sum + size, 0);
  const tell = (): void => onBytes([...onWay.values()].reduce((sum, bytes) => sum + bytes, storedBytes));
  const stopping = new AbortController();
  const follow = (): void => stopping.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  let ranOut: unknown;
  const work = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const { number, offset, size, upload } = part;
      const onPartBytes = (bytes: number): void => {
        onWay.set(number, Math.min(bytes, size));
        tell();
      };
      const sent = put(upload, file.slice(offset, offset + size), { onBytes: onPartBytes, signal: stopping.signal });
      await sent.catch((error: unknown) => {
        if (!isWorthAsking(error)) throw error;
        ranOut = error;
        queue.length = 0;
      });
    }
  };
  try {
    signal?.throwIfAborted();
    tell();
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, parts.length) }, work));
    if (ranOut !== undefined) throw ranOut;
  } finally {
    stopping.abort();
    signal?.removeEventListener('abort', follow);
  }
}

// Storage's 403: the URLs ran out. Its 404: the parts were put together or given up meanwhile.
const isWorthAsking = (error: unknown): boolean =>
  error instanceof UploadError && (error.status === 403 || error.status === 404);
