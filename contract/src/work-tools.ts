import {
  FETCHED_BYTES_MAX,
  INLINE_BODY_BYTES_MAX,
  INLINE_BYTES_MAX,
  PREVIEW_MINUTES,
  TOOL_TAGGED_ITEMS_MAX,
} from './ai-limits.js';
import { ConsoleFlight } from './campaign-content.js';
import {
  CAMPAIGN_NAME_CHARACTERS_MAX,
  DEFAULT_ITEM_SECONDS_MAX,
  PLAYLIST_ITEMS_MAX,
  PLAYLIST_NAME_CHARACTERS_MAX,
  TAGS_PER_CAMPAIGN_MAX,
} from './console-limits.js';
import { count, dateTime, exact, flag, listOf, nameText, nullable, oneOf, revision, text, uuid } from './fields.js';
import { FILE_NAME_CHARACTERS_MAX, MEDIA_NAME_CHARACTERS_MAX, TAG_NAMES_PER_CALL_MAX } from './limits.js';
import { AddPageRequest, UpdateMediaRequest } from './media.js';
import { NO_NUL } from './patterns.js';
import { CAMPAIGN_STATUSES } from './references.js';
import { tagName, tagNames } from './tags.js';
import { tool } from './tool.js';
import { ToolCampaignDetail, ToolMediaDetail, ToolChanges, ToolPlaylistDetail, TAG_RULE } from './tool-shapes.js';
import { Type } from './type.js';
import { IMAGE_SIZE_RULE } from './upload-rules.js';
import { MIME_TYPES, PresignedUpload, UploadRequest } from './uploads.js';

const mediaName = nameText(MEDIA_NAME_CHARACTERS_MAX, 'Shown in the media library.');
const newTags = Type.Optional(tagNames(TAG_NAMES_PER_CALL_MAX, 'Names of tags to add to it.'));
const duplicateOf = nullable(uuid('That item.'), 'Set when the library has this exact file already: it is that item.');

const Added = exact('What is in the library now.', { item: ToolMediaDetail, duplicateOf });

export const addTools = {
  tag_media: tool({
    title: 'Tag media',
    description: `Add tags by name to up to ${TOOL_TAGGED_ITEMS_MAX} media items. Names that are new make new tags. Tags are never taken off.`,
    permission: 'add',
    effect: 'adds',
    repeatable: true,
    input: exact('Which tags to which items.', {
      ids: Type.Array(uuid('A media item.'), {
        minItems: 1,
        maxItems: TOOL_TAGGED_ITEMS_MAX,
        description: 'The items.',
      }),
      tags: Type.Array(tagName, {
        minItems: 1,
        maxItems: TAG_NAMES_PER_CALL_MAX,
        description: 'Names of tags.',
      }),
    }),
    output: exact('What it did.', {
      tagged: listOf(uuid('A media item.'), 'Items that carry a tag that they did not.'),
      unchanged: listOf(uuid('A media item.'), 'Items that carried all of them before.'),
      full: listOf(uuid('A media item.'), 'Items that cannot carry so many tags; they are as they were.'),
      missing: listOf(uuid('A media item.'), 'Ids that no item of the library has.'),
    }),
  }),
  describe_media: tool({
    title: 'Describe a media item',
    description:
      'Write what a media item shows, or rename it. find_media searches descriptions, so a few plain words about what is in the picture help people find it. Take the revision from show_media.',
    permission: 'add',
    effect: 'changes',
    repeatable: false,
    input: exact('What to write.', {
      id: uuid('The media item.'),
      revision,
      name: UpdateMediaRequest.properties.name,
      description: UpdateMediaRequest.properties.description,
    }),
    output: ToolMediaDetail,
  }),
  add_web_page: tool({
    title: 'Add a web page',
    description: 'Add a web page that screens can show. Nothing is fetched now: each screen opens the address itself.',
    permission: 'add',
    effect: 'adds',
    repeatable: false,
    input: exact('Which page.', { url: AddPageRequest.properties.url, name: mediaName, tags: newTags }),
    output: exact('What is in the library now.', { item: ToolMediaDetail }),
  }),
  start_upload: tool({
    title: 'Start an upload',
    description:
      'For a file that you can send by HTTP yourself: gives an address for a PUT, as a curl line. Afterwards call finish_upload. For files up to 2 MB add_media_inline is simpler.',
    permission: 'add',
    effect: 'adds',
    repeatable: false,
    input: Type.Object(
      {
        name: mediaName,
        fileName: UploadRequest.properties.fileName,
        mimeType: oneOf(MIME_TYPES, 'What the file is.'),
        fileSize: UploadRequest.properties.fileSize,
        checksum: UploadRequest.properties.checksum,
      },
      { additionalProperties: false, description: 'What is about to be uploaded.', allOf: [IMAGE_SIZE_RULE] },
    ),
    output: exact('What to do next.', {
      id: uuid('The item that it becomes; pass it to finish_upload.'),
      duplicateOf,
      upload: nullable(
        exact('Where and how to send the bytes.', PresignedUpload.properties),
        'Null for a duplicate: there is nothing to send.',
      ),
      curl: nullable(Type.String(), 'A command that sends the file.'),
      warnings: listOf(Type.String(), "What the merchant's screens may not play well."),
    }),
  }),
  finish_upload: tool({
    title: 'Finish an upload',
    description: 'After the bytes were sent to the address of start_upload: the item becomes part of the library.',
    permission: 'add',
    effect: 'adds',
    repeatable: true,
    input: exact('Which upload.', { id: uuid('From start_upload.'), tags: newTags }),
    output: exact('What is in the library now.', { item: ToolMediaDetail }),
  }),
  add_media_from_url: tool({
    title: 'Add a file from the web',
    description: `Fetch a picture or a video of up to ${FETCHED_BYTES_MAX / 1024 / 1024} MB from a public address and add it to the library. For a page that screens are to show as it is, use add_web_page.`,
    permission: 'add',
    effect: 'adds',
    repeatable: false,
    reachesOut: true,
    input: exact('Which file.', { url: AddPageRequest.properties.url, name: mediaName, tags: newTags }),
    output: Added,
  }),
  add_media_inline: tool({
    title: 'Add a small file',
    description: `Add a picture or a short video of up to ${INLINE_BYTES_MAX / 1024 / 1024} MB whose bytes come with the call, in base64. For larger ones use start_upload.`,
    permission: 'add',
    effect: 'adds',
    repeatable: false,
    bodyBytesMax: INLINE_BODY_BYTES_MAX,
    input: exact('The file.', {
      fileName: Type.String({
        minLength: 1,
        maxLength: FILE_NAME_CHARACTERS_MAX,
        pattern: NO_NUL,
        description: 'Its name, with its ending.',
      }),
      mimeType: oneOf(MIME_TYPES, 'What the file is.'),
      data: Type.String({ minLength: 4, description: 'Its bytes in base64.' }),
      name: mediaName,
      tags: newTags,
    }),
    output: Added,
  }),
};

const seconds = Type.Optional(
  nullable(
    Type.Number({ exclusiveMinimum: 0, maximum: DEFAULT_ITEM_SECONDS_MAX }),
    "How long it plays; left out or null: the video's length, else the merchant's default.",
  ),
);

export const prepareTools = {
  save_playlist: tool({
    title: 'Save a playlist',
    description:
      'Make a playlist (leave out id and revision) or change one: name, items, or both. items is the whole list in play order and replaces what is there. Screens play it only after a campaign that uses it is published; but the one that the merchant has chosen for when nothing runs they play at once, so only a key that may publish changes its items: do it only when the person has agreed.',
    permission: 'prepare',
    effect: 'changes',
    repeatable: false,
    input: exact('The playlist.', {
      id: Type.Optional(uuid('The playlist to change; left out: a new one.')),
      revision: Type.Optional(revision),
      name: Type.Optional(nameText(PLAYLIST_NAME_CHARACTERS_MAX, 'Its name; a new one needs it.')),
      items: Type.Optional(
        Type.Array(exact('One entry.', { mediaId: uuid('The media item.'), seconds }), {
          maxItems: PLAYLIST_ITEMS_MAX,
          description: 'All of them, in play order.',
        }),
      ),
    }),
    output: ToolPlaylistDetail,
  }),
  save_campaign: tool({
    title: 'Save a campaign',
    description: `Make a campaign (leave out id and revision) or change one. Flight and playlists go into a draft: screens play it only after it is published, see preview_publish. ${TAG_RULE} Name and tags count at once, so while a campaign is live only a key that may publish changes them: do it only when the person has agreed.`,
    permission: 'prepare',
    effect: 'changes',
    repeatable: false,
    input: exact('The campaign.', {
      id: Type.Optional(uuid('The campaign to change; left out: a new one.')),
      revision: Type.Optional(revision),
      name: Type.Optional(nameText(CAMPAIGN_NAME_CHARACTERS_MAX, 'Its name; a new one needs it.')),
      flight: Type.Optional(ConsoleFlight),
      landscapePlaylistId: Type.Optional(nullable(uuid('A playlist.'), 'What landscape screens play.')),
      portraitPlaylistId: Type.Optional(
        nullable(uuid('A playlist.'), 'What portrait screens play; null: the same as landscape.'),
      ),
      tags: Type.Optional(tagNames(TAGS_PER_CAMPAIGN_MAX, 'All of its tags, by name.')),
    }),
    output: ToolCampaignDetail,
  }),
  preview_publish: tool({
    title: 'Preview what publishing changes',
    description: `What publishing a campaign would change on the screens: show it to the person before you publish. publish_campaign needs the hash of it, for ${PREVIEW_MINUTES} minutes.`,
    permission: 'look',
    effect: 'reads',
    repeatable: true,
    input: exact('Which.', { id: uuid('The campaign.') }),
    output: exact('What would change.', {
      id: uuid('The campaign.'),
      name: text('Its name.'),
      sentence: text('What publishing would do, in one sentence for the person.'),
      canPublish: flag('False when a problem stands in the way or nothing would change.'),
      problems: listOf(Type.String(), 'What must be mended first, in words.'),
      flight: exact('When it plays.', {
        from: nullable(ConsoleFlight, 'Until now; null: nothing is live.'),
        to: ConsoleFlight,
      }),
      landscape: ToolChanges,
      portrait: nullable(ToolChanges, 'Null: portrait screens play the same.'),
      beside: listOf(Type.String(), 'Campaigns that take turns with it on some screens.'),
      notPlayable: listOf(
        Type.String(),
        'The names of items whose files are no image or video. Tell the person; publishing them needs confirmNotPlayable.',
      ),
      revision,
      hash: text('For publish_campaign: what is published is exactly what was shown.'),
    }),
  }),
};

export const publishTools = {
  publish_campaign: tool({
    title: 'Publish a campaign',
    description: `Make a campaign live on the screens, exactly as preview_publish of the last ${PREVIEW_MINUTES} minutes showed it. Do it only when the person has agreed to that preview.`,
    permission: 'publish',
    effect: 'shows',
    repeatable: false,
    input: exact('What the person agreed to.', {
      id: uuid('The campaign.'),
      revision,
      hash: Type.String({ minLength: 1, maxLength: 300, description: 'From preview_publish.' }),
      confirmNotPlayable: Type.Optional(
        flag('True when preview_publish lists items as notPlayable and the person wants to publish them anyway.'),
      ),
    }),
    output: exact('What is live.', {
      id: uuid('The campaign.'),
      name: text('Its name.'),
      status: oneOf(CAMPAIGN_STATUSES, 'What it is now.'),
      version: count('The version that is live.'),
      publishedAt: dateTime('When.'),
      flight: ConsoleFlight,
      revision,
    }),
  }),
  withdraw_campaign: tool({
    title: 'Withdraw a campaign',
    description:
      'Take a live campaign off the screens. It stays in the library and can be published again. Do it only when the person has agreed.',
    permission: 'publish',
    effect: 'shows',
    repeatable: false,
    input: exact('Which.', { id: uuid('The campaign.'), revision }),
    output: exact('What it is now.', {
      id: uuid('The campaign.'),
      name: text('Its name.'),
      status: oneOf(CAMPAIGN_STATUSES, 'What it is now.'),
      revision,
    }),
  }),
};
