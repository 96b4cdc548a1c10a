import { startDeadline, type Deadline } from './abort.js';
import { ConnectionError, UploadError } from './errors.js';
import type { PresignedUpload } from './generated/types.js';
import { putWithXhr } from './put-with-xhr.js';
import { readChunks } from './read-chunks.js';
import { retrying, type Wait } from './retry.js';
import { toConnectionError } from './to-error.js';
import type { UploadFile } from './to-upload-file.js';

type PutOptions = { readonly onBytes?: (doneBytes: number) => void; readonly signal?: AbortSignal | undefined };
export type PutBytes = (target: PresignedUpload, file: UploadFile, options: PutOptions) => Promise<void>;

type Settings = {
  readonly fetch: typeof fetch;
  readonly hasOwnFetch: boolean;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly onWait?: ((wait: Wait) => void) | undefined;
};

export type Refusal = { readonly status: number; readonly text: string };

// Sends a file to storage. A PUT is not limited in time, only in standing still: 2 GB take what they take.
export function createPutBytes(settings: Settings): PutBytes {
  return (target, file, { onBytes, signal }) =>
    retrying({ ...settings, signal }, async () => {
      const deadline = startDeadline(settings.timeoutMs, signal);
      const progress = (doneBytes: number): void => {
        deadline.extend();
        onBytes?.(doneBytes);
      };
      try {
        const answer = await send(settings, target, file, { deadline, progress });
        if (answer.status < 200 || answer.status > 299) throw toUploadError(answer);
      } catch (error) {
        signal?.throwIfAborted();
        if (deadline.isOver()) throw new ConnectionError('Storage stopped taking bytes.', { cause: error });
        throw error instanceof TypeError ? toConnectionError(target.url, error) : error;
      } finally {
        deadline.clear();
      }
    });
}

export type Sending = { readonly deadline: Deadline; readonly progress: (doneBytes: number) => void };

// Node's fetch tells nothing of what it sent but takes a stream of known length; a browser's fetch would send that in
// chunks, which S3 refuses, but XMLHttpRequest tells. Where neither is, a Blob goes out without a word in between.
function send(settings: Settings, target: PresignedUpload, file: UploadFile, sending: Sending): Promise<Refusal> {
  const isNode = globalThis.process?.versions?.node !== undefined;
  if (isNode) return putStream(settings, target, file, sending);
  if (!(file instanceof Blob)) throw new UploadError('In a browser a file must be a Blob or a File.');
  if (!settings.hasOwnFetch && 'XMLHttpRequest' in globalThis) return putWithXhr(target, file, sending);
  return putBlob(settings, target, file, sending);
}

async function putStream(
  settings: Settings,
  target: PresignedUpload,
  file: UploadFile,
  { deadline, progress }: Sending,
): Promise<Refusal> {
  const reading: { fault?: unknown } = {};
  const body = ReadableStream.from(countBytes(file, progress, reading));
  try {
    const response = await settings.fetch(target.url, {
      method: 'PUT',
      headers: { ...target.headers, 'content-length': String(file.size) },
      body: file.size === 0 ? new Uint8Array() : body,
      duplex: 'half',
      signal: deadline.signal,
      // Together these two say that the body is sent once. Otherwise fetch keeps all of it to send it again.
      redirect: 'error',
      window: null,
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw reading.fault ?? error;
  }
}

// A fault of the file itself must not look like one of the network, which would be tried again.
async function* countBytes(file: UploadFile, progress: Sending['progress'], reading: { fault?: unknown }) {
  let doneBytes = 0;
  try {
    for await (const chunk of readChunks(file.stream())) {
      doneBytes += chunk.length;
      if (doneBytes > file.size) break;
      yield chunk;
      progress(doneBytes);
    }
    if (doneBytes !== file.size) throw new UploadError('The file changed while it was sent: try again.');
  } catch (error) {
    reading.fault = error;
    throw error;
  }
}

async function putBlob(settings: Settings, target: PresignedUpload, file: Blob, { deadline, progress }: Sending) {
  const response = await settings.fetch(target.url, {
    method: 'PUT',
    headers: target.headers,
    body: file,
    signal: deadline.signal,
  });
  progress(file.size);
  return { status: response.status, text: await response.text() };
}

// The code alone is taken out of storage's answer: the rest may repeat the signed address.
function toUploadError({ status, text }: Refusal): UploadError {
  const code = /<Code>([A-Za-z.]{1,64})<\/Code>/.exec(text)?.[1];
  return new UploadError(`Storage refused the file: ${status}${code === undefined ? '' : ` ${code}`}.`, {
    status,
    code,
  });
}
