import type { Static, TObject, TProperties } from 'typebox';
import {
  CAMPAIGN_CHANGES,
  CHANGE_TYPES,
  MEDIA_CHANGES,
  PLAYLIST_CHANGES,
  TAG_CHANGES,
  type ChangeType,
} from './change-types.js';
import { endpoint, token } from './endpoint.js';
import { dateTime, flag, listOf, named, oneOf, uuid } from './fields.js';
import { CHANGE_DAYS_KEPT, CHANGE_WAIT_SECONDS_MAX } from './limits.js';
import { pageFields } from './page.js';
import type { Scope } from './scopes.js';
import { Type } from './type.js';

export type { ChangeType } from './change-types.js';

// Who may read a thing is told of it.
const NEEDED: Readonly<Record<string, Scope>> = {
  media: 'media:read',
  tag: 'tags:read',
  playlist: 'playlists:read',
  campaign: 'campaigns:read',
};

const kindOf = (type: ChangeType): string => type.slice(0, type.indexOf('.'));

export const changeTypesFor = (scopes: ReadonlySet<Scope>): ChangeType[] =>
  CHANGE_TYPES.filter((type) => scopes.has(NEEDED[kindOf(type)] ?? 'changes:read'));

const changeOf = <Type extends string, Data extends TObject>(
  name: string,
  description: string,
  types: readonly Type[],
  data: Data,
) =>
  named(name, description, {
    id: uuid('This change, whoever reads it and whenever.'),
    type: oneOf(types, 'What happened. Others may come: pass over those that you do not know.'),
    at: dateTime('When it happened.'),
    data,
  });

// What it happened to: to be asked for by its id.
const changed = <Properties extends TProperties>(name: string, noun: string, properties: Properties) =>
  named(name, `The ${noun} that a change is about.`, properties);

// Webhooks carry the same.
export const ChangedMedia = changed('ChangedMedia', 'media item', { mediaId: uuid('The media item.') });
export const ChangedTag = changed('ChangedTag', 'tag', { tagId: uuid('The tag.') });
export const ChangedPlaylist = changed('ChangedPlaylist', 'playlist', { playlistId: uuid('The playlist.') });
export const ChangedCampaign = changed('ChangedCampaign', 'campaign', { lineageId: uuid('The campaign.') });

const MediaChange = changeOf(
  'MediaChange',
  'A media item is in the library (`media.ready`, also when it comes back from the trash), is another than before, or is gone.',
  MEDIA_CHANGES,
  ChangedMedia,
);
const TagChange = changeOf('TagChange', 'A tag was made, has another name, or is gone.', TAG_CHANGES, ChangedTag);
const PlaylistChange = changeOf(
  'PlaylistChange',
  'A shared playlist is in the list, is another than before or plays something else, or is in the list no more.',
  PLAYLIST_CHANGES,
  ChangedPlaylist,
);
const CampaignChange = changeOf(
  'CampaignChange',
  'A campaign was made, changed, published, withdrawn, archived, brought back or deleted; or its flight began or ended.',
  CAMPAIGN_CHANGES,
  ChangedCampaign,
);

const Change = Type.Union([MediaChange, TagChange, PlaylistChange, CampaignChange]);
export type Change = Static<typeof Change>;

export const ChangePage = named('ChangePage', 'What happened since, oldest first.', {
  items: listOf(Change, 'In the order in which it happened.'),
  nextCursor: Type.String({
    description: 'Where to go on: pass it as `cursor` next time, also when nothing happened.',
  }),
  more: flag('Whether there is more already: ask again at once.'),
});
export type ChangePage = Static<typeof ChangePage>;

const changeQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        'x-when-empty': 'is empty. Leave it out to begin now',
        description:
          'The `nextCursor` of the answer before; `oldest` for everything that is kept. Without it: from now on.',
      }),
    ),
    limit: pageFields.limit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CHANGE_WAIT_SECONDS_MAX,
        default: 0,
        'x-unit': 'seconds',
        description: 'For how many seconds the answer may wait for something to happen.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const changeEndpoints = {
  listChanges: endpoint('GET /changes', token('changes:read'), {
    summary: 'Follow what happens',
    description: `What happened to media, tags, playlists and campaigns, each change once and in its order, of those that the token may read. Kept for ${CHANGE_DAYS_KEPT} days. An older cursor is a 400 with the code \`cursor_expired\`: read the lists again, then follow from a new cursor.`,
    query: changeQuery,
    ownFaults: 'invalid_request',
    response: ChangePage,
  }),
};
