import type { McpAnswer, McpInput } from '../http/mcp-answer.js';
import type { AiKeyPrincipal } from '../principal.js';
import type { AssistantDeps } from './tool-call.js';

// The protocol's library is large, and most installations are never asked: it is loaded with the first message.
async function serveMcp(deps: AssistantDeps, principal: AiKeyPrincipal, input: McpInput): Promise<McpAnswer> {
  const { serveMcp: serve } = await import('./serve-mcp.js');
  return serve(deps, principal, input);
}

export const assistantHandlers = { serveMcp };
