import type { connectingEndpoints } from '@vitrine/contract/endpoints';
import { REDIRECT } from '../harness/connections.js';
import type { Sample, SampleIds } from './sample.js';

// A good call of each endpoint of programs that want to connect.
export const oauthSamples = ({ own }: SampleIds): Record<keyof typeof connectingEndpoints, readonly Sample[]> => ({
  getResourceMetadata: [{}],
  getRootResourceMetadata: [{}],
  getAuthorizationServer: [{}],
  registerClient: [{ body: { client_name: 'Claude', redirect_uris: [REDIRECT] } }],
  issueTokens: [
    {
      body: {
        grant_type: 'refresh_token',
        client_id: own.connections?.clientId,
        refresh_token: own.connections?.toRefresh,
      },
    },
  ],
  revokeTokens: [{ body: { client_id: own.connections?.clientId, token: own.connections?.toRevoke } }],
});

// What the console does with them.
export const connectionSamples = ({ own }: SampleIds) => ({
  lookAtConnection: [{ body: { asked: own.connections?.asked ?? '' } }],
  allowConnection: [{ body: { asked: own.connections?.asked ?? '', permissions: ['add'] } }],
});
