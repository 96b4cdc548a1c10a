// From a 401 to a tool by the official client's own way, with a document of the program's and with a registration; and back to a
// 401 when the person disconnects it.
import assert from 'node:assert/strict';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { openDocumentSite, type DocumentSite } from '../../../tests/harness/client-documents.js';
import { newPerson, type TestPerson } from '../../../tests/harness/console.js';
import { startService, type Service } from '../../../tests/harness/service.js';

const BASE = 'https://vitrine.example';
const REDIRECT = 'http://localhost:41999/callback';

let site: DocumentSite;
let service: Service;

beforeAll(async () => {
  site = await openDocumentSite([REDIRECT]);
  service = await startService({ baseUrl: BASE, outside: site.outside });
});
afterAll(async () => {
  await service.close();
  site.close();
});

// As a proxy before the service does it.
const reach: typeof fetch = (input, init) =>
  fetch(String(input instanceof Request ? input.url : input).replace(BASE, service.url), init);

type Kept = { tokens?: Parameters<OAuthClientProvider['saveTokens']>[0]; verifier: string; sentTo?: URL };

function newProvider(clientMetadataUrl?: string) {
  const kept: Kept = { verifier: '' };
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Claude', redirect_uris: [REDIRECT] },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => 'a state of its own',
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.sentTo = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    invalidateCredentials: () => void delete kept.tokens,
  };
  return { provider, kept };
}

// A browser over https.
const headersOf = ({ secret }: TestPerson) => ({ origin: BASE, cookie: `__Host-vitrine_session=${secret}` });

const newTransport = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(BASE + MCP_PATH), { authProvider, fetch: reach });
const newClient = () => new Client({ name: 'claude-ai', title: 'Claude', version: '1' });

// What the page does for the person.
async function sayYes(person: TestPerson, sentTo: URL | undefined): Promise<URLSearchParams> {
  assert.equal(`${sentTo?.origin}${sentTo?.pathname}`, `${BASE}/authorize`);
  const body = { asked: sentTo?.search, permissions: ['look', 'add'] };
  const { json, text } = await person.post('/connections', body, headersOf(person));
  assert.equal(typeof json['to'], 'string', text);
  return new URL(String(json['to'])).searchParams;
}

async function newStaff(): Promise<TestPerson> {
  const shop = await service.newMerchant();
  return newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
}

test.each([
  ['a document of its own', () => site.at('/client.json')],
  ['a registration', () => undefined],
])('with %s', async (_, documentOf) => {
  const person = await newStaff();
  const { provider, kept } = newProvider(documentOf());
  const transport = newTransport(provider);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  await transport.finishAuth(await sayYes(person, kept.sentTo));

  const client = newClient();
  await client.connect(newTransport(provider));
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  assert.ok(names.includes('tag_media') && !names.includes('publish_campaign'), names.join());
  const { isError } = await client.callTool({ name: 'about', arguments: {} });
  assert.notEqual(isError, true);

  // After an hour the client comes back for its next value by itself: each of the calls that are under way for itself.
  let before = kept.tokens?.access_token;
  service.clock.advance(61 * 60_000);
  const calls = ['about', 'list_tags', 'whats_on'].map((name) => client.callTool({ name, arguments: {} }));
  for (const { isError } of await Promise.all(calls)) assert.notEqual(isError, true);
  assert.notEqual(kept.tokens?.access_token, before);
  before = kept.tokens?.access_token;
  service.clock.advance(61 * 60_000);
  assert.notEqual((await client.callTool({ name: 'list_tags', arguments: {} })).isError, true);
  assert.notEqual(kept.tokens?.access_token, before);
  const [row] = Object((await person.get('/me/ai-keys', headersOf(person))).body).items;
  assert.deepEqual([row.client, row.name, row.state], ['Claude', 'Claude', 'active']);

  assert.equal((await person.post(`/me/ai-keys/${row.id}/revoke`, undefined, headersOf(person))).status, 200);
  delete kept.sentTo;
  await expect(client.callTool({ name: 'about', arguments: {} })).rejects.toThrow(UnauthorizedError);
  // It asks the person again.
  assert.ok(kept.sentTo);
  await client.close();
});

test('an answer that another server gave, or nobody, is refused by the client: who answers is in it', async () => {
  const person = await newStaff();
  const { provider, kept } = newProvider();
  const transport = newTransport(provider);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  const answer = await sayYes(person, kept.sentTo);
  answer.set('iss', 'https://evil.example');
  await expect(transport.finishAuth(answer)).rejects.toThrow(/issuer|iss/i);
  answer.delete('iss');
  await expect(transport.finishAuth(answer)).rejects.toThrow(/issuer|iss/i);
  assert.equal(kept.tokens, undefined);
});
