// Programs whose id is the address of a document about themselves (OAuth Client ID Metadata Document): who can put a document
// there is who the program is.
import {
  CLIENT_DOCUMENT_BYTES_MAX,
  CLIENT_DOCUMENT_SECONDS_MAX,
  CLIENT_ID_CHARACTERS_MAX,
} from '@vitrine/contract/ai-limits';
import type { Clock } from '../clock.js';
import { OAuthError } from '../errors.js';
import { isJson } from '../http/read-body.js';
import type { Outside } from '../outside/check-outside.js';
import { fetchOutside, readWhole, type OutsideAnswer } from '../outside/fetch-outside.js';
import { OutsideError } from '../outside/outside-error.js';
import { findTexts, toClientName, type Client } from './client.js';
import { isRedirectUri } from './redirect-uri.js';

export type ClientDocuments = {
  // `mayFetch` is asked before somebody's server is.
  readonly find: (id: string, mayFetch: () => Promise<void>) => Promise<Client>;
};

const KEPT_MAX = 200;
const KEPT_MS = 10 * 60_000;

// Kept for a few minutes: between the page and the yes the document stays what the person was shown.
export function createClientDocuments(outside: Outside, clock: Clock): ClientDocuments {
  const kept = new Map<string, { readonly client: Client; readonly until: number }>();
  // Hosts of a private network that the operator lets webhooks call are not for those who name an id.
  const strict = { ...outside, allowedHosts: [] };
  return {
    async find(id, mayFetch) {
      requireDocumentAddress(id);
      const known = kept.get(id);
      if (known !== undefined && clock.now() < known.until) return known.client;
      await mayFetch();
      const client = toClient(id, await fetchDocument(strict, id));
      kept.delete(id);
      kept.set(id, { client, until: clock.now() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return client;
    },
  };
}

const refuse = (message: string): OAuthError => new OAuthError('invalid_client', message);

// One address for one program: with a path, and nothing in it that another spelling would leave out.
function requireDocumentAddress(id: string): void {
  const url = id.length <= CLIENT_ID_CHARACTERS_MAX && URL.canParse(id) ? new URL(id) : undefined;
  const isSound =
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    !id.includes('#') &&
    url.username + url.password === '';
  if (!isSound) throw refuse('The program names itself by an address that cannot be the address of its document.');
}

async function fetchDocument(outside: Outside, id: string): Promise<unknown> {
  try {
    const answer = await fetchOutside(outside, {
      url: id,
      httpsOnly: true,
      headers: { accept: 'application/json' },
      timeoutMs: CLIENT_DOCUMENT_SECONDS_MAX * 1000,
      bytesMax: CLIENT_DOCUMENT_BYTES_MAX,
    });
    const bytes = await readWhole(answer);
    if (answer.status !== 200 || !isJsonDocument(answer)) throw refuse(NO_DOCUMENT);
    return parseDocument(bytes);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    throw refuse(`The program could not be asked who it is. ${error.message}`);
  }
}

const NO_DOCUMENT = 'The program says who it is at an address where no such document is.';

const isJsonDocument = ({ headers: { 'content-type': type } }: OutsideAnswer): boolean =>
  isJson(type) || /^application\/[\w.-]+\+json(?:;|$)/i.test(type ?? '');

function parseDocument(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse(NO_DOCUMENT);
  }
}

// A document whose secret is in it, or that speaks of another program, is nobody's. One that could sign what it sends is let in
// without: the verifier of each request holds for it as for all others.
const SHARED_SECRET = /^client_secret/;

function toClient(id: string, document: unknown): Client {
  const said: Readonly<Record<string, unknown>> = Object(document);
  const hasSecret = 'client_secret' in said || 'client_secret_expires_at' in said;
  if (said['client_id'] !== id || hasSecret || SHARED_SECRET.test(String(said['token_endpoint_auth_method'])))
    throw refuse('The document in which the program says who it is is not one of its own.');
  const redirectUris = findTexts(said['redirect_uris'])?.filter(isRedirectUri) ?? [];
  const { host } = new URL(id);
  return { id, name: toClientName(said['client_name'], host), host, redirectUris };
}
