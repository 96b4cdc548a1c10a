import type { Static } from 'typebox';
import { PlayingCampaign } from './calendar.js';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, exact, flag, listOf, nullable, oneOf, text, uuid } from './fields.js';
import { CampaignRef, CampaignUse } from './references.js';
import { SCREEN_STATES } from './screen-words.js';
import { ScreenPlaying } from './screens.js';

export const Today = exact('What a merchant asks first.', {
  now: text('The minute that the merchant’s clocks show, such as 2026-06-15T08:30.'),
  timeZone: text('The zone of it.'),
  playing: listOf(PlayingCampaign, 'What runs, in the order in which they take turns: by name.'),
  playingCount: count('How many run.'),
  next: listOf(
    exact('A flight that starts or ends.', {
      ...CampaignUse.properties,
      what: oneOf(['starts', 'ends'], 'Which end of the flight.'),
      at: text('The day or the minute, as the flight has it.'),
    }),
    'What starts and ends within the next seven days, soonest first.',
  ),
  notPublished: listOf(
    exact('A campaign.', CampaignRef.properties),
    'Live campaigns that publishing would change, most recently changed first.',
  ),
  notPublishedCount: count('How many of them there are.'),
  tokens: listOf(
    exact('A token.', {
      id: uuid('The token.'),
      name: text('Its name.'),
      lastFour: text('The last four characters of its value.'),
      expiresAt: dateTime('When it runs out, or ran out within the last days.'),
    }),
    'Tokens that run out within two weeks, soonest first; for owners and admins.',
  ),
  storage: nullable(
    exact('How full the storage is.', {
      usedBytes: count('What ready media take.'),
      reservedBytes: count('What uploads under way may take.'),
      quotaBytes: count('What the plan gives.'),
    }),
    'Null while there is room enough.',
  ),
  screens: listOf(
    exact('A screen.', {
      id: uuid('The screen.'),
      name: text('Its name.'),
      state: oneOf(SCREEN_STATES, 'On: it was heard of within two and a half minutes. New: never.'),
      playing: nullable(ScreenPlaying, 'Null: nothing, or it is not on.'),
    }),
    'By name.',
  ),
  firstSteps: exact('What has been done at least once.', {
    media: flag('Something is in the library.'),
    playlist: flag('There is a playlist with something in it.'),
    campaign: flag('There is a campaign.'),
    published: flag('A campaign was published.'),
    screen: flag('There is a screen.'),
  }),
});
export type Today = Static<typeof Today>;

export const todayEndpoints = {
  getToday: endpoint('GET /today', person('staff'), {
    summary: 'What is on, what comes next, and what wants attention',
    response: Today,
  }),
};
