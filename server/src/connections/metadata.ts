import { AI_PERMISSIONS } from '@vitrine/contract/ai-words';
import { OAUTH_PATH } from '@vitrine/contract/endpoint';
import { AUTHORIZE_PATH, type AuthorizationServer, type ResourceMetadata } from '@vitrine/contract/oauth';
import { issuerOf, resourceOf } from '../identity/issuer.js';

type AddressDeps = { readonly baseUrl: string };

export const getResourceMetadata = async ({ baseUrl }: AddressDeps): Promise<ResourceMetadata> => ({
  resource: resourceOf(baseUrl),
  resource_name: 'Vitrine',
  authorization_servers: [issuerOf(baseUrl)],
  scopes_supported: [...AI_PERMISSIONS],
  bearer_methods_supported: ['header'],
});

export async function getAuthorizationServer({ baseUrl }: AddressDeps): Promise<AuthorizationServer> {
  const issuer = issuerOf(baseUrl);
  return {
    issuer,
    authorization_endpoint: issuer + AUTHORIZE_PATH,
    token_endpoint: `${issuer}${OAUTH_PATH}/token`,
    revocation_endpoint: `${issuer}${OAUTH_PATH}/revoke`,
    registration_endpoint: `${issuer}${OAUTH_PATH}/register`,
    scopes_supported: [...AI_PERMISSIONS],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
