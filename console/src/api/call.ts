import { endpointTable } from 'virtual:endpoint-table';
import { isFailure, noAnswer, toFailure } from './api-failure.js';
import { findChosenMerchant } from './chosen-merchant.js';
import type { AnswerOf, EndpointName, Rest } from './endpoint-types.js';
import { tellSignedOut } from './signed-out.js';

const BASE = '/api/console/v1';

// The one way to the server. Throws ApiFailure; a session that has ended leads to the sign-in page by itself.
export async function call<Name extends EndpointName>(
  name: Name,
  ...[input, signal]: Rest<Name>
): Promise<AnswerOf<Name>> {
  const response = await send(name, parseInput(input ?? {}), signal);
  if (response.ok) return parseAnswer<Name>(response);
  const failure = await toFailure(response);
  if (isFailure(failure, 401) && !ASKS_PASSWORD.has(name)) tellSignedOut();
  throw failure;
}

// Here a 401 says that the password is wrong.
const ASKS_PASSWORD: ReadonlySet<EndpointName> = new Set(['signIn', 'acceptInvitation']);

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

// The types of a call were checked where it was made.
const parseInput = (input: object): Input => input as Input;

async function send(name: EndpointName, input: Input, signal: AbortSignal | undefined): Promise<Response> {
  const [method, path] = endpointTable[name];
  try {
    return await fetch(BASE + fill(path, input.params ?? {}) + toQuery(input.query ?? {}), {
      method,
      headers: headersOf(input),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    throw noAnswer();
  }
}

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

// A list becomes a repeated parameter; what is undefined is left out.
function toQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isGiven).map((one) => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function headersOf({ body }: Input): Record<string, string> {
  const merchantId = findChosenMerchant();
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(merchantId !== undefined && { 'x-merchant': merchantId }),
  };
}

// The server answers by the same table.
async function parseAnswer<Name extends EndpointName>(response: Response): Promise<AnswerOf<Name>> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return (await (isJson ? response.json() : response.blob())) as AnswerOf<Name>;
}
