import { randomUUID } from 'node:crypto';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { insertAiKey, writeAiKeyUse } from '../../server/src/identity/ai-key-queries.js';
import { hashTokenSecret, lastFourOf, newAiKeySecret } from '../../server/src/identity/token-secret.js';
import { addAiKeyUsage } from '../../server/src/usage/queries.js';
import { parseAiKeyId, parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { ask } from './console.js';
import type { Service } from './service.js';

type Owner = { readonly merchantId: string; readonly personId: string };
type Wanted = {
  readonly id?: string;
  readonly name?: string;
  readonly secret?: string;
  readonly permissions?: readonly AiPermission[];
};

// A key of somebody at a merchant, which was used once; its secret too.
export async function newAiKey(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  { merchantId, personId }: Owner,
  { id = randomUUID(), name = 'Desk', secret = newAiKeySecret(), permissions = AI_PERMISSIONS }: Wanted = {},
) {
  const [at, who, keyId] = [parseMerchantId(merchantId), parsePersonId(personId), parseAiKeyId(id)];
  const now = new Date(clock.now()).toISOString();
  await insertAiKey(db, at, who, {
    id: keyId,
    name,
    permissions: [...permissions],
    days: 30,
    secret_hash: Buffer.from(hashTokenSecret(secret), 'hex'),
    last_four: lastFourOf(secret),
    created_at: now,
    expires_at: new Date(clock.now() + 30 * 86_400_000).toISOString(),
  });
  await writeAiKeyUse(db, at, who, keyId, { lastUsedAt: now, client: 'Claude' });
  const used = { id, day: now.slice(0, 10), requests: 1, refused_429: 0, refused_403: 0, last_used_at: now };
  await addAiKeyUsage(db, at, [used]);
  return { id, secret };
}

// What the older revisions of the protocol send with every message.
export const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

// One message, as a program without a library sends it.
export const askMcp = (url: string, secret: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
  ask(url, 'POST', MCP_PATH, {
    body,
    headers: { ...MCP_HEADERS, ...(secret !== undefined && { authorization: `Bearer ${secret}` }), ...headers },
  });

type Content = { readonly type: string; readonly text?: string; readonly data?: string; readonly mimeType?: string };

// A call of a tool: what it gives, its words, its pictures, and whether it was refused.
export async function callTool(url: string, secret: string, name: string, given: object) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const { status, json, headers } = await askMcp(url, secret, body);
  const { content = [], structuredContent, isError = false }: Result = Object(json['result']);
  const data: Readonly<Record<string, unknown>> = Object(structuredContent);
  return {
    status,
    headers,
    json,
    data,
    text: content.map(({ text = '' }) => text).join('\n'),
    pictures: content.filter(({ type }) => type === 'image'),
    isError,
  };
}

type Result = {
  readonly content?: readonly Content[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
};

const MODERN = '2026-07-28';

// A call of a tool as a program of the newer revision sends it that can ask its person; `more` beside name and arguments.
export function askModern(url: string, secret: string, name: string, given: object, more: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'claude-ai', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, _meta, ...more } };
  return askMcp(url, secret, body, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': name });
}
