import { ProtocolError, ProtocolErrorCode, Server, type AuthInfo } from '@modelcontextprotocol/server';
import { isToolName } from '@vitrine/contract/tools';
import { callTool } from './call-tool.js';
import type { Over } from './pass-budget.js';
import { listTools } from './list-tools.js';
import { readTalk } from './read-talk.js';
import type { AssistantDeps, AssistantPrincipal } from './tool-call.js';

type Call = { readonly deps: AssistantDeps; readonly caller: AssistantPrincipal; readonly over: Over | undefined };

// What the library hands on beside the message: who is calling. The secret stays outside.
export const toAuthInfo = (call: Call): AuthInfo => ({
  token: '',
  clientId: call.caller.key.key.id,
  scopes: [...call.caller.key.permissions],
  extra: { call },
});

function asCall(authInfo: AuthInfo | undefined): Call {
  const call: unknown = authInfo?.extra?.['call'];
  if (call === undefined) throw new Error('a message without a caller');
  return call as Call;
}

const IDENTITY = { name: 'vitrine', title: 'Vitrine', version: '1' };

const INSTRUCTIONS = `Vitrine shows pictures, videos and web pages on the screens of a shop. Media go into playlists, playlists \
into campaigns, and a campaign plays on screens once it is published. Begin with about. Days and minutes are those of the \
shop's own clocks. Everything that changes something names the revision it was made on: read it first. Before you publish, \
call preview_publish, show the person what would change, and publish only what they agree to. Nothing here deletes.`;

// A server for one message.
export function newServer({ authInfo }: { readonly authInfo?: AuthInfo }): Server {
  const { deps, caller, over } = asCall(authInfo);
  const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: listTools(caller.key) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => {
    if (!isToolName(name)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no such tool. tools/list says which there are.',
      );
    }
    return callTool(deps, { ...caller, talk: readTalk(context) }, { name, given, over });
  });
  return server;
}
