// The tables of the contract, written down once more by hand, for openapi.test.ts. Nothing here is computed from the
// schemas: that is what makes the comparison worth something.

const LIST = [400, 401, 403, 429];
const ITEM = [401, 403, 404, 429];
const FINISH = [400, 401, 403, 404, 413, 422, 429];
const read = (scope: string, response: string, statuses: number[]) => ({ scope, body: undefined, response, statuses });

export const ENDPOINTS: Readonly<Record<string, unknown>> = {
  'GET /media': read('media:read', 'MediaPage', LIST),
  'GET /media/{id}': read('media:read', 'Media', ITEM),
  'GET /campaigns': read('campaigns:read', 'CampaignPage', LIST),
  'GET /campaigns/{lineageId}': read('campaigns:read', 'CampaignDetail', ITEM),
  'GET /playlists': read('playlists:read', 'PlaylistPage', LIST),
  'GET /playlists/{id}': read('playlists:read', 'PlaylistDetail', ITEM),
  'POST /media/uploads': {
    scope: 'media:write',
    body: 'UploadRequest',
    response: 'UploadTicket',
    statuses: [400, 401, 403, 409, 413, 422, 429],
  },
  'POST /media/uploads/{id}/parts': {
    scope: 'media:write',
    body: 'PartsRequest',
    response: 'PartsTicket',
    statuses: [400, 401, 403, 404, 409, 413, 422, 429],
  },
  'GET /media/uploads/{id}': read('media:write', 'UploadStatus', ITEM),
  'POST /media/uploads/{id}/finalize': {
    scope: 'media:write',
    body: 'FinalizeRequest',
    response: 'Media',
    statuses: FINISH,
  },
  'POST /media/{id}/tags': {
    scope: 'tags:write',
    body: 'AddTagsRequest',
    response: 'AddTagsResult',
    statuses: FINISH,
  },
  'GET /tags': read('tags:read', 'TagPage', LIST),
  'GET /changes': read('changes:read', 'ChangePage', LIST),
  'GET /token': { scope: null, body: undefined, response: 'Token', statuses: [401, 429] },
};

const LIST_PARAMETERS = { 'query cursor?': 'string', 'query limit?': 'integer', 'query q?': 'string' };
const TAGGED_PARAMETERS = { ...LIST_PARAMETERS, 'query tag?': 'array of uuid' };
const ID = { 'path id': 'uuid' };

export const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /media': TAGGED_PARAMETERS,
  'GET /campaigns': TAGGED_PARAMETERS,
  'GET /playlists': LIST_PARAMETERS,
  'GET /tags': LIST_PARAMETERS,
  'GET /changes': { 'query cursor?': 'string', 'query limit?': 'integer', 'query wait?': 'integer' },
  'GET /media/{id}': ID,
  'GET /playlists/{id}': ID,
  'GET /campaigns/{lineageId}': { 'path lineageId': 'uuid' },
  'POST /media/uploads/{id}/parts': ID,
  'GET /media/uploads/{id}': ID,
  'POST /media/uploads/{id}/finalize': ID,
  'POST /media/{id}/tags': ID,
};

const RATE = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const status = (error: string, codes: (string | undefined)[] = [undefined], headers = RATE) => ({
  error,
  codes,
  headers,
});

export const STATUSES: Readonly<Record<string, ReturnType<typeof status>>> = {
  '200': status('', [undefined], [...RATE, 'Cache-Control']),
  '400': status('invalid_request', [undefined, 'cursor_expired']),
  '401': status('unauthorized', [undefined], ['X-Request-Id', 'WWW-Authenticate']),
  '403': status('forbidden', [undefined, 'plan']),
  '404': status('not_found'),
  '405': status('method_not_allowed', [undefined], ['X-Request-Id', 'Allow']),
  '409': status('conflict', ['storage_quota_exceeded', 'id_conflict']),
  '413': status('payload_too_large'),
  '422': status('unprocessable', ['invalid']),
  '429': status('rate_limited', [undefined], [...RATE, 'Retry-After']),
  '500': status('internal', [undefined], ['X-Request-Id']),
};
