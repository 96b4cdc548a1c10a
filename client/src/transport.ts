import { toConnectionError } from './connection-error.js';
import { ConnectionError, toError } from './errors.js';
import { retrying, sleep, startDeadline, type Deadline, type RetryOptions } from './retry.js';

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** How long the answer may take, where that is not what the client was made with. */
  readonly timeoutMs?: number | undefined;
};

type QueryValue = string | number | boolean | null | undefined;
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

export type Call = CallOptions & {
  readonly method: string;
  /** Below the API's address, its parameters filled in. */
  readonly path: string;
  /** A list becomes a repeated parameter; what is undefined or null is left out. */
  readonly query?: Query | undefined;
  readonly body?: unknown;
};

export type Transport = <Body>(call: Call) => Promise<Body>;

export type TransportOptions = Omit<RetryOptions, 'signal'> & {
  readonly apiUrl: string;
  /** Who is calling: a token, or what a page adds to the cookie that the browser sends by itself. Asked at each call. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  /** An answer that is not JSON is a file and comes as a Blob. Otherwise it is none of the service's. */
  readonly takesFiles?: boolean;
};

export function createTransport(options: TransportOptions): Transport {
  const [reads, writes] = [createRateBudget(), createRateBudget()];
  return ({ method, path, query = {}, body, signal, timeoutMs = options.timeoutMs }) => {
    const budget = method === 'GET' ? reads : writes;
    const url = `${options.apiUrl}${path}${toSearch(query)}`;
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return retrying({ ...options, signal }, async () => {
      await budget.take({ ...options, signal });
      const headers = { ...type, ...options.headers(), accept: options.takesFiles ? '*/*' : 'application/json' };
      return callOnce({ ...options, timeoutMs }, budget, url, { ...content, method, headers }, signal);
    });
  };
}

async function callOnce<Body>(
  options: TransportOptions,
  budget: RateBudget,
  url: string,
  init: RequestInit,
  outer: AbortSignal | undefined,
): Promise<Body> {
  const deadline = startDeadline(options.timeoutMs, outer);
  try {
    const response = await options.fetch(url, { ...init, signal: deadline.signal });
    budget.note(response.headers);
    if (!response.ok) throw toError(response, await response.text());
    return await readBody<Body>(response, url, options, deadline);
  } catch (error) {
    outer?.throwIfAborted();
    if (deadline.isOver()) throw noAnswer(url, options.timeoutMs);
    throw error instanceof TypeError ? toConnectionError(url, error) : error;
  } finally {
    deadline.clear();
  }
}

const noAnswer = (url: string, timeoutMs: number): ConnectionError =>
  new ConnectionError(`No answer from ${url} within ${timeoutMs / 1000} s.`, { code: 'ETIMEDOUT' });

// Fields that a later version adds are handed on as they came.
async function readBody<Body>(
  response: Response,
  url: string,
  { takesFiles }: TransportOptions,
  deadline: Deadline,
): Promise<Body> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (takesFiles && !isJson) return (await readFile(response, deadline)) as Body;
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new ConnectionError(`${url} did not answer in JSON: is this the address of a Vitrine service?`, {
      status: response.status,
      cause,
    });
  }
}

// However long a file takes: it fails when nothing has come for a while.
async function readFile(response: Response, deadline: Deadline): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    parts.push(read.value);
    deadline.extend();
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

type RateBudget = {
  readonly take: (options: Omit<RetryOptions, 'maxRetries'>) => Promise<void>;
  readonly note: (headers: Headers) => void;
};

// Two answers of one minute tell about the same end of it, those of two minutes ends that are a minute apart.
const HALF_A_MINUTE_MS = 30_000;

// What the last answer said is left of this minute. A request that would be refused waits here instead: a refusal counts
// against the same budget, so clients that hammer never get out of it.
function createRateBudget(): RateBudget {
  let remaining = 0;
  let resetAt = 0;
  return {
    async take({ onWait, signal }) {
      while (performance.now() < resetAt && remaining <= 0) {
        // Timers may ring a millisecond early.
        const ms = Math.ceil(resetAt - performance.now()) + 1;
        onWait?.({ kind: 'rate_limited', seconds: ms / 1000, error: undefined });
        await sleep(ms, signal);
      }
      remaining -= 1;
    },
    note(headers) {
      const left = findNumber(headers, 'ratelimit-remaining');
      const seconds = findNumber(headers, 'ratelimit-reset');
      if (left === undefined || seconds === undefined) return;
      const end = performance.now() + seconds * 1000;
      // Overtaken by one of the minute after it.
      if (end < resetAt - HALF_A_MINUTE_MS) return;
      // The seconds are rounded up, so a new minute's answers may be there before the old one's end as it was told.
      const isNewMinute = performance.now() >= resetAt || end > resetAt + HALF_A_MINUTE_MS;
      // Answers overtake one another; within a minute the smallest figure is the newest.
      remaining = isNewMinute ? left : Math.min(remaining, left);
      resetAt = Math.max(resetAt, end);
    },
  };
}

function findNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
