// The protocol at one address: the revision of 2026-07-28, and those of 2025 that most hosts still speak. Every message stands
// alone, so that any instance answers it; nothing is kept between two of them.
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { MCP_BODY_BYTES_MAX } from '@vitrine/contract/ai-limits';
import { isToolName, tools } from '@vitrine/contract/tools';
import type { Tool } from '@vitrine/contract/tool';
import { ApiError } from '../errors.js';
import { McpAnswer, type McpInput } from '../http/mcp-answer.js';
import { isJson } from '../http/read-body.js';
import type { AiKeyPrincipal } from '../principal.js';
import { findClient } from './find-client.js';
import { newServer, toAuthInfo } from './new-server.js';
import { passAiBudget } from './pass-budget.js';
import { toPerson, type AssistantDeps } from './tool-call.js';

// Streams are never opened: what changes is asked for.
const modern = createMcpHandler(newServer, { legacy: 'reject', maxSubscriptions: 0 });

export async function serveMcp(
  deps: AssistantDeps,
  principal: AiKeyPrincipal,
  { bytes, headers, hangUp, readmit }: McpInput,
): Promise<McpAnswer> {
  const request = toRequest(headers, hangUp);
  const body = isJson(headers['content-type']) ? parseBody(bytes) : undefined;
  const message: Message = Object(body);
  const row = findTool(message);
  // Before anything else: what is refused counts too.
  const over = await passAiBudget(deps, principal, row);
  // What is not JSON is refused by its type before it is read.
  if (!isJson(headers['content-type'])) return toAnswer(await modern.fetch(request));
  if (body === undefined) return refuse(PARSE_ERROR, 'Parse error: the body is not JSON in UTF-8.');
  if (Array.isArray(body)) return refuse(INVALID_REQUEST, 'Invalid Request: send one message a request.');
  requireSize(bytes.length, row);
  const client = await findClient(deps, principal, message, headers['user-agent']);
  const authInfo = toAuthInfo({
    deps,
    caller: { key: principal, person: toPerson(principal, client), hangUp, readmit },
    over,
  });
  const response = (await isLegacyRequest(request, body))
    ? await serveLegacy(request, body, authInfo)
    : await modern.fetch(request, { authInfo, parsedBody: body });
  if (response.status >= 500) deps.log.error({ reqId: principal.requestId }, 'an assistant was not answered');
  return toAnswer(response);
}

type Message = { readonly method?: unknown; readonly params?: unknown };

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? undefined;
  } catch {
    return undefined;
  }
}

function findTool({ method, params }: Message): Tool | undefined {
  const name: unknown = method === 'tools/call' ? Object(params).name : undefined;
  return typeof name === 'string' && isToolName(name) ? tools[name] : undefined;
}

function requireSize(bytes: number, row: Tool | undefined): void {
  const max = row?.bodyBytesMax ?? MCP_BODY_BYTES_MAX;
  if (bytes <= max) return;
  throw new ApiError('payload_too_large', `The message must be at most ${max} bytes. Files go by start_upload.`);
}

// The address does not matter here, and nobody behind this needs the key.
function toRequest(headers: McpInput['headers'], signal: AbortSignal): Request {
  const kept = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return new Request('http://localhost/', {
    method: 'POST',
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
    body: '',
    signal,
  });
}

const PASSED_ON = /^(?:accept|content-type|mcp-.*)$/;

// The library would answer these revisions by a stream of events.
async function serveLegacy(request: Request, parsedBody: unknown, authInfo: AuthInfo): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = newServer({ authInfo });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody, authInfo });
    return new Response(await response.text(), { status: response.status, headers: response.headers });
  } finally {
    await server.close();
  }
}

const PASSED_BACK = /^(?:allow|mcp-.*)$/;

async function toAnswer(response: Response): Promise<McpAnswer> {
  const headers = [...response.headers].filter(([name]) => PASSED_BACK.test(name));
  return new McpAnswer(response.status, Object.fromEntries(headers), await response.text());
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

const refuse = (code: number, message: string): McpAnswer =>
  new McpAnswer(400, {}, JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
