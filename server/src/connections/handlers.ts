import { allowConnection, lookAtConnection } from './connections.js';
import { issueTokens } from './issue-tokens.js';
import { getAuthorizationServer, getResourceMetadata } from './metadata.js';
import { registerClient } from './register-client.js';
import { revokeTokens } from './revoke-tokens.js';

export const connectionHandlers = {
  lookAtConnection,
  allowConnection,
  getResourceMetadata,
  getRootResourceMetadata: getResourceMetadata,
  getAuthorizationServer,
  registerClient,
  issueTokens,
  revokeTokens,
};
