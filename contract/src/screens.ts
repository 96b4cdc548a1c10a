import type { Static } from 'typebox';
import { endpoint, person } from './endpoint.js';
import {
  count,
  dateTime,
  dayText,
  Deleted,
  exact,
  listOf,
  mustBe,
  nameText,
  nullable,
  oneOf,
  revision,
  text,
  uuid,
} from './fields.js';
import { TAG_NAME_CHARACTERS_MAX } from './limits.js';
import { PAIRING_CODE } from './patterns.js';
import { SCREEN_NAME_CHARACTERS_MAX, TAGS_PER_SCREEN_MAX } from './screen-limits.js';
import { FAULT_KINDS, ORIENTATIONS, SCREEN_STATES } from './screen-words.js';
import { Type } from './type.js';

const name = nameText(SCREEN_NAME_CHARACTERS_MAX, 'Where it hangs, or what it is for.');
const orientation = oneOf(ORIENTATIONS, 'How it hangs.');
const timeZone = nullable(
  Type.String({ maxLength: 100, description: 'An IANA zone.' }),
  'The zone of its clocks; null: the zone of the merchant.',
);
const tags = Type.Array(nameText(TAG_NAME_CHARACTERS_MAX, 'The name of a tag.'), {
  maxItems: TAGS_PER_SCREEN_MAX,
  description: 'It plays campaigns that carry one of these; without any it plays everything that runs.',
});
const code = Type.String({
  pattern: PAIRING_CODE,
  maxLength: 20,
  description: 'The six characters that the screen shows, in either case, with or without a space.',
  ...mustBe('the six characters that the screen shows'),
});

export const ScreenPlaying = exact('What is on.', {
  lineageId: nullable(uuid('The campaign.'), 'Null: default content.'),
  campaignName: nullable(Type.String(), 'The name of the campaign.'),
  mediaId: uuid('The media item.'),
  mediaName: text('Its name.'),
  thumbnailUrl: nullable(Type.String(), 'A picture of it, where there is one.'),
});
export type ScreenPlaying = Static<typeof ScreenPlaying>;

export const Screen = exact('A screen.', {
  id: uuid('The screen.'),
  name,
  orientation,
  timeZone,
  tags: listOf(Type.String(), 'By name.'),
  revision,
  createdAt: dateTime('When it was added.'),
  pairedAt: nullable(dateTime('When.'), 'When a browser was last paired with it; null: none is, as after an import.'),
  state: oneOf(SCREEN_STATES, 'On: it was heard of within two and a half minutes. New: never.'),
  lastSeenAt: nullable(dateTime('When.'), 'When it was last heard of.'),
  playing: nullable(ScreenPlaying, 'Null: nothing, or it is not on.'),
  playerVersion: nullable(Type.String(), 'Of the page that runs there.'),
  storesFiles: nullable(Type.Boolean(), 'False: it needs its network to play.'),
  freeBytes: nullable(count('Bytes.'), 'Room on the device, where it is known.'),
  width: nullable(Type.Integer(), 'Pixels.'),
  height: nullable(Type.Integer(), 'Pixels.'),
  faults: listOf(
    exact('Something that it cannot show.', {
      mediaId: nullable(uuid('The media item.'), 'Null: it is not about one item.'),
      mediaName: nullable(Type.String(), 'Its name, if it is still there.'),
      kind: oneOf(FAULT_KINDS, 'Why.'),
      codec: nullable(Type.String(), 'What the device cannot decode.'),
    }),
    'As it told last.',
  ),
});
export type Screen = Static<typeof Screen>;

export const ScreenList = exact("The merchant's screens.", {
  items: listOf(Screen, 'By name.'),
  screensMax: nullable(count('A number.'), 'How many the plan allows; null: no limit of the plan.'),
});
export type ScreenList = Static<typeof ScreenList>;

export const AddScreenRequest = exact('A screen to add. The id is drawn by who asks, so that it may be sent again.', {
  id: uuid('What it will be.'),
  code,
  name,
  orientation,
  timeZone,
  tags,
});
export type AddScreenRequest = Static<typeof AddScreenRequest>;

export const UpdateScreenRequest = exact('What is left out stays as it is.', {
  revision,
  name: Type.Optional(name),
  orientation: Type.Optional(orientation),
  timeZone: Type.Optional(timeZone),
  tags: Type.Optional(tags),
});
export type UpdateScreenRequest = Static<typeof UpdateScreenRequest>;

export const PairScreenRequest = exact('Another browser takes the place of this screen.', { code });
export type PairScreenRequest = Static<typeof PairScreenRequest>;

const counted = {
  plays: count('How often it was shown.'),
  seconds: Type.Number({ description: 'For how long altogether.' }),
};

export const PlaysQuery = exact('The span; left out, the last 30 days.', {
  from: Type.Optional(dayText('The first day.')),
  to: Type.Optional(dayText('The last day.')),
});
export type PlaysQuery = Static<typeof PlaysQuery>;

export const CampaignPlays = exact('How often screens have shown a campaign. Days are those of the screens.', {
  from: dayText('The first day.'),
  to: dayText('The last day.'),
  total: exact('Altogether.', counted),
  days: listOf(exact('One day.', { day: dayText('The day.'), ...counted }), 'Every day of the span, oldest first.'),
  media: listOf(
    exact('One item.', {
      mediaId: uuid('The media item.'),
      name: nullable(Type.String(), 'Its name, if it is still there.'),
      ...counted,
    }),
    'Most often shown first.',
  ),
});
export type CampaignPlays = Static<typeof CampaignPlays>;

export const screenEndpoints = {
  listScreens: endpoint('GET /screens', person('staff'), {
    summary: 'The screens and what is on',
    response: ScreenList,
  }),
  addScreen: endpoint('POST /screens', person('staff'), {
    summary: 'Add a screen by the code that it shows',
    body: AddScreenRequest,
    response: Screen,
    errors: [409, 422, 429],
  }),
  pairScreen: endpoint('POST /screens/:id/pair', person('staff'), {
    summary: 'Let another browser be this screen',
    body: PairScreenRequest,
    response: Screen,
    errors: [422, 429],
  }),
  updateScreen: endpoint('PATCH /screens/:id', person('staff'), {
    summary: 'Change a screen',
    body: UpdateScreenRequest,
    response: Screen,
    errors: [409, 422],
  }),
  removeScreen: endpoint('DELETE /screens/:id', person('staff'), {
    summary: 'Remove a screen: it goes dark, and its key is dead',
    response: Deleted,
  }),
  getCampaignPlays: endpoint('GET /campaigns/:lineageId/plays', person('staff'), {
    summary: 'How often screens have shown a campaign',
    query: PlaysQuery,
    response: CampaignPlays,
  }),
  exportCampaignPlays: endpoint('GET /campaigns/:lineageId/plays.csv', person('staff'), {
    summary: 'The same as a file, by day and item',
    query: PlaysQuery,
    response: text('RFC 4180, UTF-8.'),
    responseType: 'text/csv',
  }),
};
