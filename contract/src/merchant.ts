import type { Static } from 'typebox';
import { DEFAULT_ITEM_SECONDS_MAX, MERCHANT_NAME_CHARACTERS_MAX, SCREEN_CODECS_MAX } from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import { ConsoleFlight } from './campaign-content.js';
import { count, dateTime, exact, flag, listOf, nameText, nullable, text, uuid } from './fields.js';
import { CODEC_CHARACTERS_MAX, PIXELS_MAX } from './limits.js';
import { CampaignRef } from './references.js';
import { Type } from './type.js';

const name = nameText(MERCHANT_NAME_CHARACTERS_MAX, 'The name of the merchant.');
const timeZone = Type.String({ maxLength: 100, description: 'The IANA time zone that flights are read in.' });
const defaultItemSeconds = Type.Number({
  exclusiveMinimum: 0,
  maximum: DEFAULT_ITEM_SECONDS_MAX,
  description: 'How long an item plays that has no length and no setting of its own.',
});
const screens = exact('What uploads are compared with for warnings.', {
  codecs: Type.Array(nameText(CODEC_CHARACTERS_MAX, 'A codec.'), {
    maxItems: SCREEN_CODECS_MAX,
    description: 'What the screens play.',
  }),
  maxWidth: Type.Integer({ minimum: 1, maximum: PIXELS_MAX, description: 'Pixels.' }),
  maxHeight: Type.Integer({ minimum: 1, maximum: PIXELS_MAX, description: 'Pixels.' }),
});
const requiresSecondFactor = flag('Whether it opens only to people who have set up a second factor.');

const defaultPlaylistId = nullable(uuid('A shared playlist.'), 'What screens play when nothing runs; null: nothing.');

export const Merchant = exact('The merchant and its settings.', {
  id: uuid('The merchant.'),
  name,
  timeZone,
  defaultItemSeconds,
  defaultPlaylistId,
  screens,
  storage: exact('How full the storage is.', {
    usedBytes: count('What media take, those in the trash too.'),
    trashBytes: count('How much of that is in the trash.'),
    reservedBytes: count('What uploads under way may take.'),
    quotaBytes: count('What the plan gives.'),
  }),
  plan: exact('The plan; the operator changes it.', {
    name: text('The name of the plan.'),
    endsAt: nullable(dateTime('When.'), 'When it ends; null when it does not.'),
    allowsWrites: flag('Whether integrations may write.'),
    screensMax: nullable(count('A number.'), 'How many screens there may be; null: no limit of the plan.'),
  }),
  suspended: flag('Whether the operator has stopped the tokens.'),
  requiresSecondFactor,
});
export type Merchant = Static<typeof Merchant>;

export const UpdateMerchantRequest = Type.Object(
  {
    name: Type.Optional(name),
    timeZone: Type.Optional(timeZone),
    defaultItemSeconds: Type.Optional(defaultItemSeconds),
    defaultPlaylistId: Type.Optional(defaultPlaylistId),
    screens: Type.Optional(screens),
    requiresSecondFactor: Type.Optional(requiresSecondFactor),
    keepsMoments: Type.Optional(
      flag(
        'With another time zone: flights are written anew, so that each starts and ends at the same moment as before.',
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1, description: 'What is left out stays as it is.' },
);
export type UpdateMerchantRequest = Static<typeof UpdateMerchantRequest>;

export const TimeZonePreview = exact('What another time zone would shift.', {
  from: timeZone,
  to: timeZone,
  campaigns: listOf(
    exact('A campaign that is running or upcoming.', {
      ...CampaignRef.properties,
      after: CampaignRef.properties.status,
      flight: ConsoleFlight,
      kept: ConsoleFlight,
      startsAt: nullable(
        exact('When it starts.', { from: dateTime('Until now.'), to: dateTime('After.') }),
        'Null: open.',
      ),
      endsAt: nullable(exact('When it ends.', { from: dateTime('Until now.'), to: dateTime('After.') }), 'Null: open.'),
    }),
    'Those whose flight has a start or an end, by name.',
  ),
  more: count('How many more there are than are listed.'),
  otherScreens: count('Screens with a time zone of their own, which read flights in that.'),
});
export type TimeZonePreview = Static<typeof TimeZonePreview>;

export const merchantEndpoints = {
  previewTimeZone: endpoint('GET /merchant/time-zone', person('admin'), {
    summary: 'What another time zone would shift',
    query: exact('Which zone.', { zone: Type.Optional(timeZone) }),
    response: TimeZonePreview,
    errors: [422],
  }),
  getMerchant: endpoint('GET /merchant', person('staff'), {
    summary: 'The merchant, its settings, storage and plan',
    response: Merchant,
  }),
  updateMerchant: endpoint('PATCH /merchant', person('admin'), {
    summary: 'Change settings of the merchant',
    body: UpdateMerchantRequest,
    response: Merchant,
    errors: [422],
  }),
};
