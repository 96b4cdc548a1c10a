import { Type, type Static } from 'typebox';
import { dateTime, nullable, uuid } from '../fields.js';
import { CODEC_CHARACTERS_MAX, PIXELS_MAX } from '../limits.js';
import { endpoint, person } from '../endpoint.js';
import { exact, nameText } from './console-fields.js';
import { DEFAULT_ITEM_SECONDS_MAX, MERCHANT_NAME_CHARACTERS_MAX, SCREEN_CODECS_MAX } from './console-limits.js';

const name = nameText(MERCHANT_NAME_CHARACTERS_MAX, 'The name of the merchant.');
const timeZone = Type.String({ maxLength: 100, description: 'The IANA time zone that flights are read in.' });
const defaultItemSeconds = Type.Number({
  exclusiveMinimum: 0,
  maximum: DEFAULT_ITEM_SECONDS_MAX,
  description: 'How long an item plays that has no length and no setting of its own.',
});
const screens = exact(
  {
    codecs: Type.Array(nameText(CODEC_CHARACTERS_MAX, 'A codec.'), {
      maxItems: SCREEN_CODECS_MAX,
      description: 'What the screens play.',
    }),
    maxWidth: Type.Integer({ minimum: 1, maximum: PIXELS_MAX, description: 'Pixels.' }),
    maxHeight: Type.Integer({ minimum: 1, maximum: PIXELS_MAX, description: 'Pixels.' }),
  },
  'What uploads are compared with for warnings.',
);

export const Merchant = exact(
  {
    id: uuid('The merchant.'),
    name,
    timeZone,
    defaultItemSeconds,
    screens,
    storage: exact(
      {
        usedBytes: Type.Integer({ minimum: 0, description: 'What ready media take.' }),
        reservedBytes: Type.Integer({ minimum: 0, description: 'What uploads under way may take.' }),
        quotaBytes: Type.Integer({ minimum: 0, description: 'What the plan gives.' }),
      },
      'How full the storage is.',
    ),
    plan: exact(
      {
        name: Type.String({ description: 'The name of the plan.' }),
        endsAt: nullable(dateTime('When.'), 'When it ends; null when it does not.'),
        allowsWrites: Type.Boolean({ description: 'Whether integrations may write.' }),
      },
      'The plan; the operator changes it.',
    ),
    suspended: Type.Boolean({ description: 'Whether the operator has stopped the tokens.' }),
  },
  'The merchant and its settings.',
);
export type Merchant = Static<typeof Merchant>;

export const UpdateMerchantRequest = Type.Object(
  {
    name: Type.Optional(name),
    timeZone: Type.Optional(timeZone),
    defaultItemSeconds: Type.Optional(defaultItemSeconds),
    screens: Type.Optional(screens),
  },
  { additionalProperties: false, minProperties: 1, description: 'What is left out stays as it is.' },
);
export type UpdateMerchantRequest = Static<typeof UpdateMerchantRequest>;

export const merchantEndpoints = {
  getMerchant: endpoint({
    method: 'GET',
    path: '/merchant',
    access: person('staff'),
    summary: 'The merchant, its settings, storage and plan',
    response: Merchant,
    errors: [401, 403, 404],
  }),
  updateMerchant: endpoint({
    method: 'PATCH',
    path: '/merchant',
    access: person('admin'),
    summary: 'Change settings of the merchant',
    body: UpdateMerchantRequest,
    response: Merchant,
    errors: [400, 401, 403, 404, 413, 422],
  }),
};
