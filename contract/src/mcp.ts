import { INLINE_BODY_BYTES_MAX } from './ai-limits.js';
import { aiKey, endpoint } from './endpoint.js';
import { Type } from './type.js';

export const mcpEndpoints = {
  serveMcp: endpoint('POST /mcp', aiKey, {
    summary: 'One message of an assistant, by the Model Context Protocol; what it can do is in the table of tools',
    bodyBytesMax: INLINE_BODY_BYTES_MAX,
    response: Type.Unknown({ description: 'The answer, a message of JSON-RPC 2.0.' }),
    errors: [403, 429],
  }),
};
