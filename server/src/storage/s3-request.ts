// Requests from the service to its bucket, each with a presigned URL and a limit of time. Nothing thrown here holds the
// URL: a signed query is a key, and errors end up in logs.
import { errorCode, type Signer, type SignMethod } from '@vitrine/disk-s3';
import { StorageRefusalError, StorageUnavailableError } from './storage-errors.js';

const ANSWER_MS_MAX = 10 * 1000;
// Longer than any request takes: a clock of ours that lags by minutes must show as such, not as a refusal.
const SIGNED_FOR_SECONDS = 10 * 60;
const ERROR_CHARACTERS_MAX = 4096;

type S3Request = {
  readonly method: SignMethod;
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
};

export type S3Client = { readonly host: string; readonly send: (request: S3Request) => Promise<Response> };

// `signer` gives the one of the moment; `answerMs` is the limit of a request that names none.
export function createS3Client(endpoint: string, signer: () => Signer, answerMs = ANSWER_MS_MAX): S3Client {
  const { host } = new URL(endpoint);
  return {
    host,
    async send({ method, key, headers, query, body, timeoutMs = answerMs }) {
      const url = signer().presign(method, key, { expiresSeconds: SIGNED_FOR_SECONDS, headers, query });
      return fetchWithin(url, { method, headers: { ...headers }, ...(body !== undefined && { body }) }, timeoutMs);
    },
  };
}

// The limit is for the answer's head; a body may take as long as it keeps coming.
export async function fetchWithin(url: string, init: RequestInit, timeoutMs = ANSWER_MS_MAX): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    // A redirect is not followed: the signature holds for one host only, and shows in the answer as what it is.
    const signal = init.signal ? AbortSignal.any([limit.signal, init.signal]) : limit.signal;
    return await fetch(url, { redirect: 'manual', ...init, signal });
  } catch (error) {
    const { host } = new URL(url);
    if (limit.signal.aborted)
      throw new StorageUnavailableError(`The object store at ${host} did not answer in ${timeoutMs} ms.`);
    const reason = error instanceof Error ? (errorCode(error.cause) ?? error.name) : 'unknown reason';
    throw new StorageUnavailableError(`The object store at ${host} cannot be reached (${reason}).`);
  } finally {
    clearTimeout(timer);
  }
}

export async function refusal(host: string, action: string, response: Response): Promise<StorageRefusalError> {
  const code = await readErrorCode(response);
  return new StorageRefusalError(
    `The object store at ${host} refused to ${action}: ${code ?? 'no code'} (${response.status}).`,
  );
}

// Only a name is taken out of the answer: the rest may repeat the signed query.
export async function readErrorCode(response: Response): Promise<string | undefined> {
  const text = await response.text().catch(() => '');
  return /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(text.slice(0, ERROR_CHARACTERS_MAX))?.[1];
}

// An unread body keeps its connection from being used again.
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
