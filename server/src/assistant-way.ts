import { MCP_BODY_BYTES_MAX } from '@vitrine/contract/ai-limits';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { findBeyond } from './assistants/pass-budget.js';
import type { AssistantDeps } from './assistants/tool-call.js';
import { ApiError } from './errors.js';
import { hangUpOf, type Exchange } from './http/exchange.js';
import type { McpInput } from './http/mcp-answer.js';
import { readBytes } from './http/read-body.js';
import { readAdmitted } from './http/read-admitted.js';
import { admitAiKey, type AiKeyGateDeps } from './identity/admit-ai-key.js';
import { requireOrigin } from './identity/admit-person.js';
import type { AiKeyPrincipal } from './principal.js';

export type AssistantGateDeps = AiKeyGateDeps & Pick<AssistantDeps, 'counter' | 'assistantLimits'>;

// Origin, key, then the message, which the protocol's own rules judge. Programs name no origin; a page of another site that
// reaches this address through somebody's browser does.
export function assistantWay(
  deps: AssistantGateDeps,
  { bodyBytesMax = MCP_BODY_BYTES_MAX }: Pick<Endpoint, 'bodyBytesMax'>,
  handle: (principal: AiKeyPrincipal, input: McpInput) => Promise<unknown>,
): (exchange: Exchange) => Promise<unknown> {
  return async (exchange) => {
    const { headers } = exchange.request;
    if (headers.origin !== undefined) requireOrigin(deps.baseUrl, headers);
    const admit = () => admitAiKey(deps, headers.authorization, exchange.id);
    const admitted = await admit();
    exchange.aiKey = admitted;
    // Only who may add media has a reason to send more.
    const bytesMax = admitted.permissions.has('add') ? bodyBytesMax : MCP_BODY_BYTES_MAX;
    const read = () => readMessage(deps, admitted, exchange, bytesMax);
    const [principal, bytes] = await readAdmitted(exchange, admitted, read, admit);
    return handle(principal, { bytes, headers, hangUp: hangUpOf(exchange), readmit: admit });
  };
}

// Three megabytes are not read of a key that is beyond its budget anyway. What is no larger than any message may be a read, which
// has a budget of its own.
async function readMessage(
  deps: AssistantGateDeps,
  principal: AiKeyPrincipal,
  { request }: Exchange,
  bytesMax: number,
): Promise<Buffer> {
  const isLarge = !(Number(request.headers['content-length']) <= MCP_BODY_BYTES_MAX);
  const beyond = isLarge && bytesMax > MCP_BODY_BYTES_MAX ? await findBeyond(deps, principal) : undefined;
  if (beyond === undefined) return readBytes(request, { bytesMax });
  try {
    return await readBytes(request, { bytesMax: MCP_BODY_BYTES_MAX });
  } catch (error) {
    throw error instanceof ApiError && error.error === 'payload_too_large' ? beyond : error;
  }
}
