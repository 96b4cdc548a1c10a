import { AI_PERMISSIONS } from './ai-words.js';
import { TOOL_DAYS_AHEAD, TOOL_SCREEN_GROUPS_MAX, TOOL_SCREENS_NAMED_MAX, TOOL_THUMBNAILS_MAX } from './ai-limits.js';
import { wallMinute } from './calendar.js';
import { ConsoleFlight } from './campaign-content.js';
import { count, dateTime, dayText, exact, flag, listOf, nullable, oneOf, role, text, uuid } from './fields.js';
import { ORIENTATIONS } from './library.js';
import { TAGS_PER_MEDIA_MAX } from './limits.js';
import { MediaType } from './media.js';
import { CAMPAIGN_STATUSES } from './references.js';
import { SCREEN_NAME_CHARACTERS_MAX } from './screen-limits.js';
import { tagNames } from './tags.js';
import { tool } from './tool.js';
import {
  nextCursor,
  playedItems,
  searchText,
  TAG_RULE,
  ToolCampaign,
  ToolCampaignDetail,
  ToolFoundMedia,
  ToolMediaDetail,
  ToolPlaylist,
  ToolPlaylistDetail,
  toolPage,
} from './tool-shapes.js';
import { Type } from './type.js';

const budget = (what: string) =>
  exact(what, { limit: count('Calls that a clock minute allows.'), remaining: count('What is left of this minute.') });

const boundary = exact('A campaign that starts or ends.', {
  id: uuid('The campaign.'),
  name: text('Its name.'),
  at: text('The day or the minute.'),
});

export const lookTools = {
  about: tool({
    title: 'About this shop',
    description:
      'Whose screens these are, the local time there, what this key may do, what is left of its budgets and of the storage, and which screens there are. Call it first.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('Nothing.', {}),
    output: exact('The merchant and this key.', {
      merchant: text('The name of the merchant.'),
      timeZone: text('The time zone that days and minutes are in.'),
      localTime: text('What the clocks there show.'),
      person: text('For whom this key works.'),
      role: role('What that person is there.'),
      key: exact('This key.', {
        name: text('Its name.'),
        permissions: listOf(oneOf(AI_PERMISSIONS, 'A permission.'), 'What it may do.'),
        expiresAt: dateTime('The first moment at which it no longer works.'),
      }),
      budgets: exact('Calls of this minute.', {
        read: budget('Calls that read.'),
        write: budget('Calls that change.'),
      }),
      storage: exact('How full the storage is.', {
        usedBytes: count('What is used.'),
        quotaBytes: count('What the plan gives.'),
      }),
      screens: listOf(
        exact('A screen.', {
          name: text('Its name.'),
          orientation: text('How it hangs.'),
          tags: listOf(Type.String(), `Its tags. ${TAG_RULE}`),
          state: text('Whether it was heard of lately.'),
        }),
        'By name.',
      ),
    }),
  }),
  whats_on: tool({
    title: 'What plays when',
    description: `What screens play at a moment, campaign by campaign with every item and its seconds, and what starts and ends in the ${TOOL_DAYS_AHEAD} days after it. Screens that play the same are one group. ${TAG_RULE}`,
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('When, and for which screens.', {
      moment: Type.Optional(
        wallMinute("A minute of the merchant's clocks: YYYY-MM-DDTHH:MM, such as 2026-06-15T08:30; now when left out."),
      ),
      screen: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: SCREEN_NAME_CHARACTERS_MAX,
          description: 'One screen: its id or its full name, see about. All screens when left out.',
        }),
      ),
      orientation: Type.Optional(oneOf(['landscape', 'portrait'], 'Only screens that hang like this.')),
    }),
    output: exact('What plays.', {
      moment: text('The minute.'),
      timeZone: text('The time zone of the minute.'),
      groups: listOf(
        exact('Screens that play the same.', {
          screenCount: count('How many screens. 0: no screen was found, and this is what one without tags would play.'),
          screens: listOf(Type.String(), `Their names, the first ${TOOL_SCREENS_NAMED_MAX}.`),
          playing: listOf(
            exact('A campaign that plays.', {
              id: uuid('The campaign.'),
              name: text('Its name.'),
              flight: ConsoleFlight,
              totalSeconds: Type.Number({ description: 'How long one round takes.' }),
              items: playedItems,
            }),
            'In the order in which they take turns; of many, the first.',
          ),
          playingCount: count('How many campaigns play, including those that are not listed.'),
          default: nullable(playedItems, 'What plays while no campaign does. null: a campaign plays, or nothing does.'),
        }),
        `By the first screen's name, at most ${TOOL_SCREEN_GROUPS_MAX}.`,
      ),
      groupCount: count('How many groups there are, including those that are not listed.'),
      starting: listOf(boundary, 'What starts, the first first.'),
      ending: listOf(boundary, 'What ends, the first first.'),
    }),
  }),
  find_media: tool({
    title: 'Find media',
    description: `Search the media library: pictures, videos and web pages, newest first, each with where it is used. The words are looked for in names and descriptions. With thumbnails: true up to ${TOOL_THUMBNAILS_MAX} of those that have one come as pictures, each behind a line that says which it is.`,
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('What to find; everything when left out.', {
      q: searchText('name and description, in any order'),
      tags: Type.Optional(tagNames(TAGS_PER_MEDIA_MAX, 'Names of tags that an item must all carry.')),
      type: Type.Optional(MediaType),
      orientation: Type.Optional(oneOf(ORIENTATIONS, 'Only items of this form.')),
      unused: Type.Optional(flag('True: only what is in no playlist and plays in no campaign.')),
      thumbnails: Type.Optional(flag(`True: up to ${TOOL_THUMBNAILS_MAX} of them as pictures.`)),
      ...toolPage,
    }),
    output: exact('What was found.', {
      items: listOf(ToolFoundMedia, 'Newest first.'),
      found: nullable(
        count('Items.'),
        'How many there are in all, at least; null with a cursor: the first answer said it.',
      ),
      nextCursor,
    }),
  }),
  show_media: tool({
    title: 'Show a media item',
    description:
      'Everything about one media item, where it is used, its thumbnail as a picture and a link to the file.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('Which.', { id: uuid('The media item, from find_media.') }),
    output: ToolMediaDetail,
  }),
  find_campaigns: tool({
    title: 'Find campaigns',
    description: 'Campaigns, most recently changed first. Archived ones are left out.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('What to find; everything when left out.', {
      q: searchText('the name'),
      status: Type.Optional(oneOf(CAMPAIGN_STATUSES, 'Only those that are this now.')),
      tags: Type.Optional(tagNames(TAGS_PER_MEDIA_MAX, 'Names of tags that a campaign must all carry.')),
      ...toolPage,
    }),
    output: exact('What was found.', { items: listOf(ToolCampaign, 'Most recently changed first.'), nextCursor }),
  }),
  show_campaign: tool({
    title: 'Show a campaign',
    description:
      'One campaign: what is live on screens, what is being worked on, and what stands in the way of publishing it.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('Which.', { id: uuid('The campaign, from find_campaigns.') }),
    output: ToolCampaignDetail,
  }),
  find_playlists: tool({
    title: 'Find playlists',
    description: 'Shared playlists, most recently changed first, with the campaigns that use them.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('What to find; everything when left out.', { q: searchText('the name'), ...toolPage }),
    output: exact('What was found.', { items: listOf(ToolPlaylist, 'Most recently changed first.'), nextCursor }),
  }),
  show_playlist: tool({
    title: 'Show a playlist',
    description: 'One playlist with its items in the order in which they play.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('Which.', { id: uuid('The playlist, from find_playlists or show_campaign.') }),
    output: ToolPlaylistDetail,
  }),
  list_tags: tool({
    title: 'List tags',
    description: 'The tags by name, with how many media items and campaigns carry each.',
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('What to find; everything when left out.', { q: searchText('the name'), ...toolPage }),
    output: exact('Tags.', {
      items: listOf(
        exact('A tag.', { name: text('Its name.'), media: count('Media items.'), campaigns: count('Campaigns.') }),
        'By name.',
      ),
      nextCursor,
    }),
  }),
  recent_activity: tool({
    title: 'Recent activity',
    description: 'Who did what, newest first. Only keys of owners and admins see it.',
    permission: 'look',
    role: 'admin',
    effect: 'reads',
    repeatable: true,
    input: exact('Since when, and of whom; everything when left out.', {
      since: Type.Optional(dayText("The first day, in the merchant's time zone.")),
      who: searchText('the names of people and programs'),
      ...toolPage,
    }),
    output: exact('What was done.', {
      items: listOf(
        exact('One thing that was done.', {
          at: dateTime('When.'),
          who: text('Who did it, and through what.'),
          what: text('What was done to what, in words.'),
          details: text('What else there is to tell; may be empty.'),
        }),
        'Newest first.',
      ),
      nextCursor: nullable(Type.String(), 'Pass it as cursor for the next ones; null: these were the last.'),
    }),
  }),
};
