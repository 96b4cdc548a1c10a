import { startDeadline } from './abort.js';
import { ConnectionError } from './errors.js';
import { createRateBudget, type RateBudget } from './rate-budget.js';
import { retrying, type Wait } from './retry.js';
import { toConnectionError, toError } from './to-error.js';

export type CallOptions = { readonly signal?: AbortSignal | undefined };

type QueryValue = string | number | readonly string[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export type Transport = {
  readonly get: <Body>(path: string, query: Query, options: CallOptions) => Promise<Body>;
  readonly post: <Body>(path: string, body: object | undefined, options: CallOptions) => Promise<Body>;
};

export type TransportOptions = {
  readonly apiUrl: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly onWait?: ((wait: Wait) => void) | undefined;
};

type Content = { readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export function createTransport(options: TransportOptions): Transport {
  const budgets = { GET: createRateBudget(), POST: createRateBudget() };
  const authorization = `Bearer ${options.token}`;
  const call = <Body>(method: 'GET' | 'POST', url: string, content: Content, { signal }: CallOptions) =>
    retrying({ ...options, signal }, async () => {
      await budgets[method].take({ ...options, signal });
      const headers = { ...content.headers, authorization, accept: 'application/json' };
      return callOnce<Body>(options, budgets[method], url, { ...content, method, headers }, signal);
    });
  return {
    get: (path, query, callOptions) => call('GET', `${options.apiUrl}${path}${toSearch(query)}`, {}, callOptions),
    post: (path, body, callOptions) => call('POST', `${options.apiUrl}${path}`, toContent(body), callOptions),
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
    const text = await response.text();
    budget.note(response.headers);
    if (!response.ok) throw toError(response, text);
    return parseBody<Body>(text, response, url);
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
function parseBody<Body>(text: string, response: Response, url: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    throw new ConnectionError(`${url} did not answer in JSON: is this the address of a Vitrine service?`, {
      status: response.status,
      cause,
    });
  }
}

function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const one of value) search.append(name, one);
    else if (value !== undefined) search.append(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

const toContent = (body: object | undefined): Content =>
  body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
