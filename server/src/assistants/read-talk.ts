import {
  CLIENT_CAPABILITIES_META_KEY,
  inputResponse,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Talk } from './tool-call.js';

// The name of what is asked; a call asks one thing.
export const QUESTION = 'agreed';

// What a message says of asking. Only the revision that says with every message what the program can do also brings the answer
// with a message of its own; the older ones would need a connection that stays open, at the instance that asked.
export function readTalk({ mcpReq }: Pick<ServerContext, 'mcpReq'>): Talk {
  const capabilities: ClientCapabilities | undefined = Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  const seal: unknown = mcpReq.requestState();
  return {
    canAsk: canShowForm(capabilities?.elicitation),
    said: answer.kind === 'elicit' ? (answer.action === 'accept' ? 'yes' : 'no') : undefined,
    seal: typeof seal === 'string' ? seal : undefined,
  };
}

// Without a word of which way, it is the form.
const canShowForm = (elicitation: ClientCapabilities['elicitation']): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
