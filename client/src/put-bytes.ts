import { toConnectionError } from './connection-error.js';
import { ConnectionError, UploadError } from './errors.js';
import type { PresignedUpload } from './generated/types.js';
import { readChunks } from './hash.js';
import { retrying, startDeadline, type Deadline, type RetryOptions } from './retry.js';
import type { UploadFile } from './upload-source.js';

type PutOptions = { readonly onBytes?: (doneBytes: number) => void; readonly signal?: AbortSignal | undefined };
export type PutBytes = (target: PresignedUpload, file: UploadFile, options: PutOptions) => Promise<void>;

type Settings = Omit<RetryOptions, 'signal'> & {
  /** Used instead of what the platform sends files with best. */
  readonly fetch?: typeof fetch | undefined;
  readonly timeoutMs: number;
};

type Answer = { readonly status: number; readonly text: string };

// Sends a file to storage. A PUT is not limited in time, only in standing still: 2 GB take what they take.
export function createPutBytes(settings: Settings): PutBytes {
  return (target, file, { onBytes, signal }) =>
    retrying({ ...settings, signal }, async () => {
      signal?.throwIfAborted();
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

type Sending = { readonly deadline: Deadline; readonly progress: (doneBytes: number) => void };

// Node's fetch tells nothing of what it sent but takes a stream of known length; a browser's fetch would send that in
// chunks, which S3 refuses, but XMLHttpRequest tells. Where neither is, a Blob goes out without a word in between.
function send(settings: Settings, target: PresignedUpload, file: UploadFile, sending: Sending): Promise<Answer> {
  const isNode = globalThis.process?.versions?.node !== undefined;
  if (isNode) return putStream(settings, target, file, sending);
  if (!(file instanceof Blob)) throw new UploadError('In a browser a file must be a Blob or a File.');
  if (settings.fetch === undefined && 'XMLHttpRequest' in globalThis) return putWithXhr(target, file, sending);
  return putBlob(settings, target, file, sending);
}

async function putStream(
  settings: Settings,
  target: PresignedUpload,
  file: UploadFile,
  { deadline, progress }: Sending,
): Promise<Answer> {
  const reading: { fault?: unknown } = {};
  const body = ReadableStream.from(countBytes(file, progress, reading));
  try {
    const response = await (settings.fetch ?? fetch)(target.url, {
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
  const response = await (settings.fetch ?? fetch)(target.url, {
    method: 'PUT',
    headers: target.headers,
    body: file,
    signal: deadline.signal,
  });
  progress(file.size);
  return { status: response.status, text: await response.text() };
}

// As much of the browser's own as is used here: the compiler knows Node's globals only.
type Xhr = {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
};
declare const XMLHttpRequest: new () => Xhr;

function putWithXhr(target: PresignedUpload, file: Blob, { deadline, progress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open('PUT', target.url);
    for (const [name, value] of Object.entries(target.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => progress(loaded);
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    // The browser does not tell why; a TypeError is what fetch would throw.
    xhr.onerror = () => reject(new TypeError('the connection was lost or not allowed'));
    xhr.onabort = () => reject(new DOMException('This operation was aborted', 'AbortError'));
    deadline.signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(file);
  });
}

// The code alone is taken out of storage's answer: the rest may repeat the signed address.
function toUploadError({ status, text }: Answer): UploadError {
  const code = /<Code>([A-Za-z.]{1,64})<\/Code>/.exec(text)?.[1];
  return new UploadError(`Storage refused the file: ${status}${code === undefined ? '' : ` ${code}`}.`, {
    status,
    code,
  });
}
