// OAuth 2.1 for programs that become a person's assistant at MCP_PATH: what they learn of us, how they make themselves known,
// and how they come for what the person has given them. The page on which the person decides is the console's.
import type { Static } from 'typebox';
import { CLIENT_ID_CHARACTERS_MAX } from './ai-limits.js';
import { endpoint, MCP_PATH, OAUTH_PATH, oauthClient } from './endpoint.js';
import { exact, flag, listOf, text } from './fields.js';
import { NO_NUL } from './patterns.js';
import { Type } from './type.js';

// Where a person decides: a page of the console.
export const AUTHORIZE_PATH = '/authorize';

export const ResourceMetadata = exact('RFC 9728.', {
  resource: text('Where assistants work.'),
  resource_name: text('What it is called.'),
  authorization_servers: listOf(text('An issuer.'), 'Who lets them in.'),
  scopes_supported: listOf(text('A scope.'), 'What they may be allowed.'),
  bearer_methods_supported: listOf(text('A way.'), 'How they show their token.'),
});
export type ResourceMetadata = Static<typeof ResourceMetadata>;

const listed = (description: string) => listOf(text('A value.'), description);

export const AuthorizationServer = exact('RFC 8414.', {
  issuer: text('Who it is.'),
  authorization_endpoint: text('Where the person decides.'),
  token_endpoint: text('Where programs come for their tokens.'),
  revocation_endpoint: text('Where they give them back.'),
  registration_endpoint: text('Where they make themselves known that have no document of their own.'),
  scopes_supported: listed('What they may be allowed.'),
  response_types_supported: listed('One: a code.'),
  response_modes_supported: listed('One: in the address.'),
  grant_types_supported: listed('A code, and a refresh token.'),
  token_endpoint_auth_methods_supported: listed(
    'One: none. What a program could keep secret is the verifier of its request.',
  ),
  revocation_endpoint_auth_methods_supported: listed('The same.'),
  code_challenge_methods_supported: listed('One: S256.'),
  authorization_response_iss_parameter_supported: flag('RFC 9207.'),
  client_id_metadata_document_supported: flag('Whether the address of its own document may be its id.'),
});
export type AuthorizationServer = Static<typeof AuthorizationServer>;

const given = (maxLength: number, description: string) => Type.String({ maxLength, pattern: NO_NUL, description });

// Its fields are looked at one by one: what is wrong with them has names of its own (RFC 7591, 3.2.2).
export const RegisterClientRequest = Type.Object(
  {
    redirect_uris: Type.Optional(Type.Unknown()),
    client_name: Type.Optional(Type.Unknown()),
    grant_types: Type.Optional(Type.Unknown()),
    response_types: Type.Optional(Type.Unknown()),
  },
  { description: 'What a program says of itself; what is not known here is passed over.' },
);
export type RegisterClientRequest = Static<typeof RegisterClientRequest>;

export const RegisteredClient = exact('RFC 7591.', {
  client_id: text('What it names itself by from now on.'),
  client_id_issued_at: Type.Integer({ description: 'When, in seconds.' }),
  client_name: text('What it calls itself.'),
  redirect_uris: listed('Where answers go.'),
  grant_types: listed('What it may come with.'),
  response_types: listed('One: a code.'),
  token_endpoint_auth_method: text('None.'),
});
export type RegisteredClient = Static<typeof RegisteredClient>;

const SECRET_CHARACTERS_MAX = 200;
const ADDRESS_CHARACTERS_MAX = 2000;

export const IssueTokensRequest = Type.Object(
  {
    grant_type: given(SECRET_CHARACTERS_MAX, 'What it comes with: authorization_code or refresh_token.'),
    client_id: given(CLIENT_ID_CHARACTERS_MAX, 'Who it is.'),
    code: Type.Optional(given(SECRET_CHARACTERS_MAX, 'What the person has let it have.')),
    redirect_uri: Type.Optional(given(ADDRESS_CHARACTERS_MAX, 'Where it got the code.')),
    code_verifier: Type.Optional(given(SECRET_CHARACTERS_MAX, 'What its challenge was made of.')),
    refresh_token: Type.Optional(given(SECRET_CHARACTERS_MAX, 'The last one it got.')),
    scope: Type.Optional(given(SECRET_CHARACTERS_MAX, 'Not more than it has.')),
    resource: Type.Optional(given(ADDRESS_CHARACTERS_MAX, 'What the token is for.')),
  },
  { description: 'What a program comes with.' },
);
export type IssueTokensRequest = Static<typeof IssueTokensRequest>;

export const IssuedTokens = exact('RFC 6749, 5.1.', {
  access_token: text('What it shows with each message.'),
  token_type: text('Bearer.'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  refresh_token: text('What it comes back with; each works once.'),
  scope: text('What the person has allowed.'),
});
export type IssuedTokens = Static<typeof IssuedTokens>;

export const RevokeTokensRequest = Type.Object(
  {
    token: given(SECRET_CHARACTERS_MAX, 'Either token.'),
    client_id: given(CLIENT_ID_CHARACTERS_MAX, 'Who it is.'),
  },
  { description: 'What is given back.' },
);
export type RevokeTokensRequest = Static<typeof RevokeTokensRequest>;

// Over plain http nobody is let in.
const NOT_OFFERED = [404] as const;

const RESOURCE_WORDS = {
  summary: 'Where assistants work, and who lets them in',
  response: ResourceMetadata,
  errors: NOT_OFFERED,
} as const;

export const oauthEndpoints = {
  getResourceMetadata: endpoint(`GET /.well-known/oauth-protected-resource${MCP_PATH}`, oauthClient, RESOURCE_WORDS),
  // Programs that were told nothing look here too.
  getRootResourceMetadata: endpoint('GET /.well-known/oauth-protected-resource', oauthClient, RESOURCE_WORDS),
  getAuthorizationServer: endpoint('GET /.well-known/oauth-authorization-server', oauthClient, {
    summary: 'How assistants are let in',
    response: AuthorizationServer,
    errors: NOT_OFFERED,
  }),
  registerClient: endpoint(`POST ${OAUTH_PATH}/register`, oauthClient, {
    summary: 'A program makes itself known',
    body: RegisterClientRequest,
    made: 201,
    response: RegisteredClient,
    errors: [404, 429],
  }),
  issueTokens: endpoint(`POST ${OAUTH_PATH}/token`, oauthClient, {
    summary: 'A program comes for its tokens',
    body: IssueTokensRequest,
    bodyType: 'form',
    response: IssuedTokens,
    errors: [404, 429],
  }),
  revokeTokens: endpoint(`POST ${OAUTH_PATH}/revoke`, oauthClient, {
    summary: 'A program gives its tokens back',
    body: RevokeTokensRequest,
    bodyType: 'form',
    response: exact('Nothing.', {}),
    errors: [404, 429],
  }),
};
