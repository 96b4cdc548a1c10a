import { MCP_BODY_BYTES_MAX } from '@vitrine/contract/ai-limits';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { hangUpOf, type Exchange } from './http/exchange.js';
import type { McpInput } from './http/mcp-answer.js';
import { readBytes } from './http/parse-input.js';
import { admitAiKey, type AiKeyGateDeps } from './identity/admit-ai-key.js';
import { requireOrigin } from './identity/admit-person.js';
import type { AiKeyPrincipal } from './principal.js';

export type AssistantGateDeps = AiKeyGateDeps;

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
    const principal = await admit();
    exchange.aiKey = principal;
    // Only who may add media has a reason to send more.
    const bytesMax = principal.permissions.has('add') ? bodyBytesMax : MCP_BODY_BYTES_MAX;
    const bytes = await readBytes(exchange.request, bytesMax);
    return handle(principal, { bytes, headers, hangUp: hangUpOf(exchange), readmit: admit });
  };
}
