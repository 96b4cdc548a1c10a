import { API_PATH, type TokenEndpoint } from './endpoint.js';
import { integrationEndpoints } from './endpoints.js';
import { ErrorBody } from './errors.js';
import { examples } from './examples/examples.js';
import { ACTIVE_TOKENS_MAX, READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from './limits.js';
import { HEADERS } from './openapi/headers.js';
import { GROUPS, toOperation } from './openapi/operation.js';
import { toComponents, type JsonObject } from './openapi/to-schema.js';
import { toWebhooks, WEBHOOK_HEADERS } from './openapi/webhooks.js';
import { MESSAGES } from './webhook-messages.js';

// Grows with the API: a new field or endpoint raises the second number. What it may never do is in the test.
const DOCUMENT_VERSION = '1.1';

// The OpenAPI 3.1 document of the endpoint table, with the address of the server that gives it; without one, with a
// variable to fill in, because importers do nothing with a path alone. Pure: the same table gives the same document.
export function toOpenApi(baseUrl?: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Merchant Integrations REST API',
      version: DOCUMENT_VERSION,
      summary: "Access to one merchant's digital-signage content: media, campaigns, playlists and tags.",
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [baseUrl === undefined ? ANY_SERVER : { url: baseUrl + API_PATH, description: 'This server.' }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths: toPaths(),
    webhooks: toWebhooks(),
    components: {
      schemas: toComponents([
        ...Object.values<TokenEndpoint>(integrationEndpoints).flatMap(({ body, response }) => [body, response]),
        ErrorBody,
        ...MESSAGES,
      ]),
      parameters: WEBHOOK_HEADERS,
      headers: HEADERS,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'vitrine_…', description: TOKENS } },
    },
  };
}

const ANY_SERVER = {
  url: `{baseUrl}${API_PATH}`,
  description: 'Your server.',
  variables: {
    baseUrl: { default: 'http://127.0.0.1:8080', description: 'Its address, as it prints it at its start.' },
  },
};

function toPaths(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries<TokenEndpoint>(integrationEndpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const shown = Object.entries(examples).find(([key]) => key === name)?.[1] ?? { response: {} };
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(name, endpoint, shown) };
  }
  return paths;
}

const INTRODUCTION = `Read a merchant's media, campaigns, playlists and tags, upload media, and add tags to a media item.

- The token alone says whose content is meant: no address names a merchant.
- Everything is JSON. Reads use GET, writes use POST. Files are not sent through the API: an upload answers with signed URLs.
- Ids are UUIDs. Timestamps are ISO 8601 in UTC and end in \`Z\`.
- Version 1 only grows. Ignore fields that you do not know.

The guides: [quick start](/docs/quick-start), [authentication](/docs/authentication), [pagination](/docs/pagination), [uploads](/docs/uploads), [errors](/docs/errors), [limits](/docs/limits).`;

const TOKENS = `An integration token: \`vitrine_\` and 43 characters. An owner or admin of the merchant issues it in the settings under integrations and sees it once.

It belongs to the merchant, carries scopes, and lasts at most ${WRITE_TOKEN_DAYS_MAX} days with a write scope and ${READ_TOKEN_DAYS_MAX} days without. A merchant has at most ${ACTIVE_TOKENS_MAX} active tokens. It is a secret: use it on servers only.`;
