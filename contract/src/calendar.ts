import type { Static } from 'typebox';
import { ConsoleFlight } from './campaign-content.js';
import { CAMPAIGN_COVERS_MAX } from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import { count, dayText, exact, listOf, mustBe, nullable, oneOf, revision, text } from './fields.js';
import { FLIGHT_MINUTE } from './patterns.js';
import { CampaignRef, CampaignUse } from './references.js';
import { Type } from './type.js';

// What plays when. Days and minutes are those of the merchant's clocks, without a zone, as flights are.
const CALENDAR_VIEWS = ['month', 'week'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

export const wallMinute = (description: string) =>
  Type.String({ pattern: FLIGHT_MINUTE, description, ...mustBe('a minute such as 2026-06-15T08:30') });

export const CalendarCampaign = exact('A campaign whose flight touches the days that are shown.', {
  ...CampaignUse.properties,
  revision,
  live: nullable(ConsoleFlight, 'The flight that screens keep to; null: nothing is live.'),
  draft: nullable(ConsoleFlight, 'The flight of the version that is being worked on; null: there is none.'),
});
export type CalendarCampaign = Static<typeof CalendarCampaign>;

export const Calendar = exact('Flights over whole weeks, Monday first.', {
  view: oneOf(CALENDAR_VIEWS, 'A month with the days around it that make its weeks whole, or one week.'),
  day: dayText('The day that was asked for, otherwise today.'),
  from: dayText('The first day, a Monday.'),
  to: dayText('The last day, a Sunday.'),
  now: text('The minute that the merchant’s clocks show.'),
  timeZone: text('The zone of these days.'),
  campaigns: listOf(CalendarCampaign, 'By name: the order in which those that run at once take turns.'),
  more: count('How many more there are than are listed.'),
});
export type Calendar = Static<typeof Calendar>;

export const PlayingCampaign = exact('A campaign and what it plays, as it was published.', {
  ...CampaignUse.properties,
  flight: ConsoleFlight,
  itemCount: count('How many items a landscape screen plays.'),
  totalDurationSeconds: Type.Number({ description: 'How long one round of them takes.' }),
  coverUrls: Type.Array(Type.String(), {
    maxItems: CAMPAIGN_COVERS_MAX,
    description: 'Thumbnails of the first items that have one, signed.',
  }),
});
export type PlayingCampaign = Static<typeof PlayingCampaign>;

export const ScreensAt = exact('What screens play at a minute.', {
  at: text('The minute that was asked for.'),
  timeZone: text('The zone of it.'),
  playing: listOf(PlayingCampaign, 'What is published, in the order in which they take turns.'),
  playingCount: count('How many of them there are.'),
  planned: listOf(
    exact('A version that is not published.', { ...CampaignRef.properties, flight: ConsoleFlight }),
    'What would play too, or otherwise, if it were published.',
  ),
});
export type ScreensAt = Static<typeof ScreensAt>;

export const calendarEndpoints = {
  getCalendar: endpoint('GET /calendar', person('staff'), {
    summary: 'Flights of a month or a week',
    query: exact('Which days.', {
      view: Type.Optional(oneOf(CALENDAR_VIEWS, 'A month when left out.')),
      day: Type.Optional(dayText('A day of it; today when left out.')),
    }),
    response: Calendar,
    errors: [422],
  }),
  getScreensAt: endpoint('GET /calendar/moment', person('staff'), {
    summary: 'What screens play at a minute, and in which order',
    query: exact('When.', { at: Type.Optional(wallMinute('A minute of the merchant’s clocks; now when left out.')) }),
    response: ScreensAt,
    errors: [422],
  }),
};
