// A call that did not succeed: an answer that says no, or no answer at all (status 0).
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly error: string;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: FailureParts) {
    super(parts.message);
    this.status = parts.status;
    this.error = parts.error;
    this.code = parts.code;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

type FailureParts = {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

export const isFailure = (thrown: unknown, ...statuses: number[]): thrown is ApiFailure =>
  thrown instanceof ApiFailure && (statuses.length === 0 || statuses.includes(thrown.status));

export const noAnswer = (): ApiFailure =>
  new ApiFailure({
    status: 0,
    error: 'no_answer',
    message: 'The server did not answer. Check the connection and try again.',
  });

export async function toFailure(response: Response): Promise<ApiFailure> {
  const body = await readBody(response);
  return new ApiFailure({
    status: response.status,
    error: textOf(body, 'error') ?? 'internal',
    message: textOf(body, 'message') ?? `The server answered with ${response.status}.`,
    code: textOf(body, 'code'),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  });
}

// What stands between us and the server, a proxy perhaps, does not answer in JSON.
async function readBody(response: Response): Promise<object> {
  try {
    return Object(await response.json());
  } catch {
    return {};
  }
}

function textOf(body: object, key: string): string | undefined {
  const value: unknown = Reflect.get(body, key);
  return typeof value === 'string' ? value : undefined;
}

const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
