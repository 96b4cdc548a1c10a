import { ConsoleFlight } from './campaign-content.js';
import { count, dateTime, exact, flag, listOf, nullable, oneOf, revision, text, uuid } from './fields.js';
import { TOOL_PAGE_ITEMS_DEFAULT, TOOL_PAGE_ITEMS_MAX, TOOL_USES_NAMED_MAX } from './ai-limits.js';
import { SEARCH_CHARACTERS_MAX } from './limits.js';
import { MediaType } from './media.js';
import { NO_NUL } from './patterns.js';
import { CAMPAIGN_STATUSES } from './references.js';
import { Type } from './type.js';

// How tags choose what plays, as assistants are told it wherever tags are named.
export const TAG_RULE =
  'A screen that has tags plays only campaigns that carry one of them; a screen without tags plays all.';

// What assistants read: fewer fields than the console, and names in place of ids where a name will do.

export const searchText = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: SEARCH_CHARACTERS_MAX,
      pattern: NO_NUL,
      description: `Words to find in ${what}.`,
    }),
  );

export const toolPage = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: TOOL_PAGE_ITEMS_MAX,
      default: TOOL_PAGE_ITEMS_DEFAULT,
      description: 'How many at most.',
    }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: "The last answer's nextCursor." })),
};

export const nextCursor = nullable(Type.String(), 'Pass it as cursor for the next ones; null: these were the last.');

export const ToolMedia = exact('A media item.', {
  id: uuid('The media item.'),
  name: text('Its name.'),
  type: MediaType,
  width: nullable(Type.Integer(), 'Pixels; null when unknown and for web pages.'),
  height: nullable(Type.Integer(), 'Pixels; null when unknown and for web pages.'),
  seconds: nullable(Type.Number(), "A video's length; null for images and web pages."),
  sizeBytes: nullable(count('Bytes.'), 'Null for a web page.'),
  tags: listOf(Type.String(), 'The names of its tags.'),
  addedAt: dateTime('When it was added.'),
  warnings: listOf(Type.String(), "What the merchant's screens may not play well."),
});

export const ToolFoundMedia = exact('A media item, and where it is used.', {
  ...ToolMedia.properties,
  uses: count('How many playlists have it and live campaigns play it.'),
  usedIn: listOf(Type.String(), `Their names, the first ${TOOL_USES_NAMED_MAX}; show_media tells all.`),
});

const used = exact('Something that uses it.', { id: uuid('Its id.'), name: text('Its name.') });

export const ToolMediaDetail = exact('A media item with everything about it.', {
  ...ToolMedia.properties,
  description: nullable(Type.String(), 'What it shows, in words; searched by find_media. Null: none yet.'),
  revision,
  fileName: nullable(Type.String(), 'As it was named where it came from.'),
  mimeType: nullable(Type.String(), 'What the file is; null for a web page.'),
  fileUrl: nullable(Type.String(), 'A link to the file for 15 minutes; for a web page its own address.'),
  playlists: listOf(used, 'Playlists that have it.'),
  campaigns: listOf(used, 'Campaigns whose live version plays it.'),
});

export const ToolCampaign = exact('A campaign.', {
  id: uuid('The campaign.'),
  name: text('Its name.'),
  status: oneOf(CAMPAIGN_STATUSES, 'What it is now.'),
  flight: ConsoleFlight,
  tags: listOf(Type.String(), `The names of its tags. ${TAG_RULE}`),
  revision,
  unpublishedChanges: flag('Whether publishing it would change what screens play.'),
});

export const ToolPlayedItem = exact('One entry of what plays.', {
  mediaId: uuid('The media item.'),
  name: nullable(Type.String(), 'Its name; null when it was deleted since.'),
  type: MediaType,
  seconds: Type.Number({ description: 'How long it plays.' }),
});
export const playedItems = listOf(ToolPlayedItem, 'In the order in which they play.');

export const ToolChanges = exact('What changes on screens of one orientation.', {
  added: playedItems,
  removed: playedItems,
  reordered: flag('Whether items that stay play in another order.'),
  retimed: listOf(
    exact('An item.', {
      ...ToolPlayedItem.properties,
      fromSeconds: Type.Number({ description: 'How long it played until now.' }),
    }),
    'Items that stay and play for another time.',
  ),
  after: playedItems,
});

const namedPlaylist = nullable(
  exact('A playlist.', { id: uuid('The playlist.'), name: text('Its name.') }),
  'Null: none.',
);

export const ToolVersion = exact('A version of a campaign.', {
  version: Type.Integer({ minimum: 1, description: 'Its number.' }),
  flight: ConsoleFlight,
  landscapePlaylist: namedPlaylist,
  portraitPlaylist: namedPlaylist,
});

export const ToolCampaignDetail = exact('A campaign: what is live, and what is being worked on.', {
  ...ToolCampaign.properties,
  live: nullable(
    exact('What screens play.', {
      ...ToolVersion.properties,
      publishedAt: dateTime('When.'),
      publishedBy: nullable(Type.String(), 'By whom.'),
      landscape: playedItems,
      portrait: nullable(playedItems, 'Null: portrait screens play the landscape items.'),
    }),
    'Null: nothing is live.',
  ),
  draft: nullable(ToolVersion, 'What is being worked on; null: nothing since it was last published.'),
  problems: listOf(Type.String(), 'What stands in the way of publishing it, in words.'),
});

export const ToolPlaylist = exact('A playlist.', {
  id: uuid('The playlist.'),
  name: text('Its name.'),
  itemCount: count('How many items it has.'),
  totalSeconds: Type.Number({ description: 'How long one round takes.' }),
  usedIn: listOf(Type.String(), 'The names of the campaigns that use it.'),
  revision,
});

export const ToolPlaylistDetail = exact('A playlist with its items.', {
  ...ToolPlaylist.properties,
  items: listOf(
    exact('One entry.', {
      mediaId: uuid('The media item.'),
      name: text('Its name.'),
      type: MediaType,
      seconds: Type.Number({ description: 'How long it plays.' }),
      ownSeconds: nullable(Type.Number(), "Its own setting; null: the video's length, else the merchant's default."),
    }),
    'In the order in which they play.',
  ),
});
