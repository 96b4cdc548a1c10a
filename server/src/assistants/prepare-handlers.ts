import { isDeepStrictEqual } from 'node:util';
import type { ContentChanges } from '@vitrine/contract/campaign-versions';
import { tagNameKey } from '@vitrine/contract/tag-name';
import type { prepareTools } from '@vitrine/contract/work-tools';
import { createCampaign } from '../campaigns/create-campaign.js';
import { getConsoleCampaign } from '../campaigns/get-campaign.js';
import { previewPublish } from '../campaigns/preview-publish.js';
import { updateCampaign } from '../campaigns/update-campaign.js';
import { ApiError, changedMeanwhile } from '../errors.js';
import { selectMerchant } from '../merchants/queries.js';
import { createPlaylist } from '../playlists/create-playlist.js';
import { updatePlaylist } from '../playlists/update-playlist.js';
import { findPictures } from './find-pictures.js';
import { readCampaign } from './look-handlers.js';
import { onceOnly } from './once-only.js';
import { previewSentence } from './preview-sentence.js';
import { lines, sayCampaignDetail, sayPlayed, sayPlaylistDetail } from './say.js';
import { seal } from './sealed.js';
import type { AssistantDeps, HandlersOf, ToolPrincipal } from './tool-call.js';
import { toPlayed, toToolPlaylistDetail } from './to-tool-shapes.js';

export const prepareHandlers: HandlersOf<typeof prepareTools> = {
  async save_playlist(deps, caller, { id, revision, name, items }) {
    const wanted = {
      ...(name !== undefined && { name }),
      ...(items !== undefined && {
        items: items.map(({ mediaId, seconds = null }) => ({ mediaId, ownSeconds: seconds })),
      }),
    };
    const whole = () => ({ items: [], ...wanted, name: requireName(name, 'playlist') });
    if (id === undefined) {
      const made = await onceOnly(deps, caller, ['save_playlist', whole()], (made) =>
        createPlaylist(deps, caller.person, { body: { ...whole(), id: made } }),
      );
      const data = toToolPlaylistDetail(made);
      return { data, text: lines('Saved.', sayPlaylistDetail(data)) };
    }
    const body = { ...wanted, revision: requireRevision(revision, 'show_playlist') };
    const onlyPrepares = !caller.key.permissions.has('publish');
    const saved = await updatePlaylist(deps, caller.person, { params: { id }, body }, { onlyPrepares });
    const data = toToolPlaylistDetail(saved);
    const merchant = await selectMerchant(deps.db, caller.person.merchantId);
    const isPlayed = items !== undefined && merchant?.default_playlist_id === saved.id;
    const head = isPlayed ? 'Saved. Screens play it at once, while nothing runs.' : 'Saved.';
    return { data, text: lines(head, sayPlaylistDetail(data)) };
  },

  async save_campaign(deps, caller, { id, revision, ...wanted }) {
    const settings = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    if (id === undefined) {
      const body = { ...settings, name: requireName(wanted.name, 'campaign') };
      const { lineageId } = await onceOnly(deps, caller, ['save_campaign', body], (made) =>
        createCampaign(deps, caller.person, { body: { ...body, lineageId: made } }),
      );
      const data = await readCampaign(deps, caller, lineageId);
      return { data, text: lines('Saved. Screens play it only after it is published.', sayCampaignDetail(data)) };
    }
    const based = requireRevision(revision, 'show_campaign');
    const countsAtOnce = await changesLive(deps, caller, { id, revision: based }, wanted);
    const body = { ...settings, revision: based };
    const { lineageId } = await updateCampaign(deps, caller.person, { params: { lineageId: id }, body });
    const data = await readCampaign(deps, caller, lineageId);
    const head = countsAtOnce
      ? 'Saved. The name and the tags count at once, on the screens too; dates and playlists only after it is published.'
      : 'Saved. Screens play it only after it is published.';
    return { data, text: lines(head, sayCampaignDetail(data)) };
  },

  async preview_publish(deps, { key, person }, { id }) {
    const params = { lineageId: id };
    const { lineageId, name, tags } = await getConsoleCampaign(deps, person, { params });
    const preview = await previewPublish(deps, person, { params });
    const seen = { lineageId, contentHash: preview.contentHash };
    const data = {
      id: lineageId,
      name,
      sentence: previewSentence({ name, tags }, preview),
      canPublish: preview.canPublish,
      problems: preview.problems,
      flight: preview.flight,
      landscape: toChanges(preview.landscape),
      portrait: preview.portrait && toChanges(preview.portrait),
      beside: preview.beside.map(({ name: other }) => other),
      notPlayable: preview.notPlayable.map(({ name: item }) => item),
      revision: preview.revision,
      hash: seal(deps.previewKey, key, 'preview', seen, deps.clock.now()),
    };
    const text = lines(
      data.sentence,
      data.problems.length > 0 && `Before it can be published: ${data.problems.join(' ')}`,
      'It will play:',
      sayPlayed(data.landscape.after),
      data.portrait !== null && ['On portrait screens:', sayPlayed(data.portrait.after)],
      data.beside.length > 0 && `It takes turns with ${data.beside.join(', ')}.`,
      data.canPublish && `To publish exactly this: revision ${data.revision}, hash ${data.hash}`,
    );
    // What is new first, on both kinds of screens.
    const sides = [data.landscape, ...(data.portrait === null ? [] : [data.portrait])];
    const shown = [...sides.flatMap(({ added }) => added), ...sides.flatMap(({ after }) => after)];
    const pictured = shown.map(({ mediaId, name: title }) => ({ id: mediaId, name: title }));
    return { data, text, pictures: await findPictures(deps, person.merchantId, pictured) };
  },
};

type Wanted = { readonly name?: string; readonly tags?: readonly string[] };

// The name and the tags of a campaign count at once: by its tags screens choose it, and names are the order of the turns. While
// it is live that changes what screens play, which only a key that may publish does. The revision holds what was looked at here
// until it is written: whoever publishes in between makes a new one.
async function changesLive(
  deps: AssistantDeps,
  { key, person }: ToolPrincipal,
  { id, revision }: { readonly id: string; readonly revision: number },
  { name, tags }: Wanted,
): Promise<boolean> {
  if (name === undefined && tags === undefined) return false;
  const campaign = await getConsoleCampaign(deps, person, { params: { lineageId: id } });
  if (campaign.revision !== revision) throw changedMeanwhile('campaign');
  const isRenamed = name !== undefined && name.toWellFormed().trim() !== campaign.name;
  const isRetagged = tags !== undefined && !isDeepStrictEqual(keysOf(tags), keysOf(campaign.tags.map(toName)));
  if (campaign.live === null || !(isRenamed || isRetagged)) return false;
  if (key.permissions.has('publish')) return true;
  throw new ApiError(
    'forbidden',
    'This campaign is live: another name or other tags would change at once what screens play, and this key may not publish. Leave out name and tags, or ask the person to change them in the console.',
  );
}

const toName = ({ name }: { readonly name: string }): string => name;
const keysOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(tagNameKey));

const toChanges = ({ added, removed, reordered, retimed, after }: ContentChanges) => ({
  added: added.map(toPlayed),
  removed: removed.map(toPlayed),
  reordered,
  retimed: retimed.map(({ item, fromSeconds }) => ({ ...toPlayed(item), fromSeconds })),
  after: after.map(toPlayed),
});

const requireName = (name: string | undefined, noun: string): string => {
  if (name !== undefined) return name;
  throw new ApiError('invalid_request', `name: a new ${noun} needs a name.`);
};

const requireRevision = (revision: number | undefined, from: string): number => {
  if (revision !== undefined) return revision;
  throw new ApiError('invalid_request', `revision: needed with id. ${from} tells it.`);
};
