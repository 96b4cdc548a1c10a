import type { Static } from 'typebox';
import { exact, listOf, mustBe, named, nullable, uuid } from './fields.js';
import { MediaType } from './media.js';
import { FLIGHT_MOMENT } from './patterns.js';
import { PlayedMedia, PlayItem } from './playlists.js';
import { PlaylistRef } from './references.js';
import { Type } from './type.js';

// What screens play of a campaign, and when.
const flightMoment = (description: string) =>
  nullable(
    Type.String({ pattern: FLIGHT_MOMENT, ...mustBe('a day such as 2026-06-15 or a minute such as 2026-06-15T08:30') }),
    description,
  );

export const Flight = named('Flight', 'From when until when a campaign plays.', {
  start: flightMoment(
    'YYYY-MM-DD (from the beginning of that day) or YYYY-MM-DDTHH:MM, local time of each screen. null: no start.',
  ),
  end: flightMoment(
    'YYYY-MM-DD (that whole day included) or YYYY-MM-DDTHH:MM (the first minute that no longer plays). null: no end.',
  ),
});
export type Flight = Static<typeof Flight>;

export const ConsoleFlight = exact(
  'From when until when it plays, in the time zone of each screen: YYYY-MM-DD or YYYY-MM-DDTHH:MM. null: no start, or no end.',
  Flight.properties,
);

export const CampaignContent = named('CampaignContent', 'What screens of one orientation play.', {
  playlistId: nullable(uuid('A playlist.'), 'The playlist it was published from; null once that was deleted.'),
  items: listOf(PlayItem, 'In play order, as frozen when it was published.'),
});
export type CampaignContent = Static<typeof CampaignContent>;

export const LiveContent = named('LiveContent', "The live version's content.", {
  landscape: CampaignContent,
  portrait: nullable(CampaignContent, 'Null when portrait screens play the landscape content.'),
});
export type LiveContent = Static<typeof LiveContent>;

export const versionFields = {
  version: Type.Integer({ minimum: 1, description: 'Counts from one.' }),
  flight: ConsoleFlight,
  landscapePlaylist: nullable(PlaylistRef, 'Null: none chosen, or it was deleted.'),
  portraitPlaylist: nullable(PlaylistRef, 'Null: portrait screens play the landscape content.'),
};

export const ShownItem = exact('One entry of what screens play.', {
  mediaId: uuid('The media item.'),
  type: MediaType,
  durationSeconds: Type.Number({ description: 'Seconds played.' }),
  media: nullable(PlayedMedia, 'Null when it was deleted since.'),
});
export type ShownItem = Static<typeof ShownItem>;

export const shownItems = listOf(ShownItem, 'In play order.');
