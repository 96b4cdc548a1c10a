// A program that becomes somebody's assistant, step by step, as one without a library does it.
import { createHash } from 'node:crypto';
import { MCP_PATH, OAUTH_PATH } from '@vitrine/contract/endpoint';
import { ask, type ConsoleAnswer, type TestPerson } from './console.js';
import type { Service } from './service.js';

type Where = Pick<Service, 'url'>;
type Person = Pick<TestPerson, 'post'>;
type Given = Readonly<Record<string, string | undefined>>;

export const REDIRECT = 'https://claude.example/callback';
export const VERIFIER = 'a-verifier-of-at-least-forty-three-characters';
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const register = ({ url }: Where, body: unknown = { client_name: 'Claude', redirect_uris: [REDIRECT] }) =>
  ask(url, 'POST', `${OAUTH_PATH}/register`, { body });

const registered = new Map<string, Promise<ConsoleAnswer>>();

// The id of a program with these addresses, which has registered once.
export async function newClientId(service: Where, redirectUris: readonly string[] = [REDIRECT]): Promise<string> {
  const key = JSON.stringify([service.url, redirectUris]);
  const answer = registered.get(key) ?? register(service, { client_name: 'Claude', redirect_uris: redirectUris });
  registered.set(key, answer);
  return String((await answer).json['client_id']);
}

export const form = (given: Given): string =>
  new URLSearchParams(Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined)).toString();

// What the program asks the person for; `undefined` leaves one out.
export const askedFor = (clientId: string, more: Given = {}): string =>
  form({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: '0012',
    scope: 'look add prepare publish',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    resource: `http://127.0.0.1${MCP_PATH}`,
    ...more,
  });

// The yes: where the browser goes.
export async function allow(
  person: Person,
  asked: string,
  permissions: readonly string[] = ['look', 'add', 'prepare', 'publish'],
): Promise<URLSearchParams> {
  const { json, text } = await person.post('/connections', { asked, permissions });
  if (typeof json['to'] !== 'string') throw new Error(text);
  return new URL(json['to']).searchParams;
}

export async function sendForm({ url }: Where, path: string, body: string, headers: Record<string, string> = {}) {
  const type = 'application/x-www-form-urlencoded';
  const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  const text = await response.text();
  const json: Record<string, unknown> = Object(JSON.parse(text));
  return { status: response.status, headers: response.headers, json, text };
}

export type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly scope: string };
export const tokensOf = (json: unknown): Tokens => json as Tokens;

export const comeFor = (service: Where, given: Given) => sendForm(service, `${OAUTH_PATH}/token`, form(given));

export const redeem = (service: Where, clientId: string, code: string | null, more: Given = {}) =>
  comeFor(service, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: code ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...more,
  });

export const refreshWith = (service: Where, clientId: string, token: string, more: Given = {}) =>
  comeFor(service, { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more });

// All steps: a program of the person's, with its tokens.
export async function connectProgram(service: Where, person: Person, permissions?: readonly string[]) {
  const clientId = await newClientId(service);
  const code = (await allow(person, askedFor(clientId), permissions)).get('code');
  const { json, text, status } = await redeem(service, clientId, code);
  if (status !== 200) throw new Error(text);
  return { clientId, code, tokens: tokensOf(json) };
}

const ABOUT = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

// What the service says to whoever shows this value.
export const showTo = ({ url }: Where, value: string): Promise<ConsoleAnswer> =>
  ask(url, 'POST', MCP_PATH, {
    body: ABOUT,
    headers: {
      authorization: `Bearer ${value}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  });
