import type { Thread } from './explain.js';
import type { Operation } from './operations.js';
import {
  createCampaignStep,
  createPlaylistStep,
  deleteCampaignStep,
  deletePlaylistStep,
  editCampaignStep,
  editPlaylistStep,
  previewStep,
  publishStep,
  sayPreview,
  withdrawStep,
} from './playing-steps.js';
import type { Answered, Stage } from './stage.js';
import type { Step } from './step.js';
import { toSlot, wordOf } from './wording.js';

type Playing = Extract<
  Operation,
  { readonly kind: `${string} playlist` | `${string} campaign` | 'publish' | 'withdraw' }
>;

// A client that has never seen a thing guesses that nobody changed it.
const FIRST_REVISION = 1;

export async function performPlaying(stage: Stage, operation: Playing): Promise<Thread> {
  switch (operation.kind) {
    case 'create playlist':
    case 'edit playlist':
    case 'delete playlist':
      return performPlaylist(stage, operation);
    case 'publish':
      return publish(stage, operation.campaign);
    case 'create campaign':
    case 'edit campaign':
    case 'withdraw':
    case 'delete campaign':
      return performCampaign(stage, operation);
  }
}

const asked = async (sent: Promise<Answered | null>, step: Step): Promise<Thread> => [
  { step, seen: wordOf(await sent) },
];

function performPlaylist(
  stage: Stage,
  operation: Extract<Playing, { readonly kind: `${string} playlist` }>,
): Promise<Thread> {
  const { playlist } = operation;
  const id = stage.ids.playlists[playlist];
  const path = `/playlists/${id}`;
  if (operation.kind === 'delete playlist') return asked(stage.console('DELETE', path), deletePlaylistStep(playlist));
  const items = operation.items.map((slot) => ({ mediaId: stage.ids.media[slot], ownSeconds: null }));
  if (operation.kind === 'create playlist') {
    const body = { id, name: `Playlist ${playlist}`, items };
    return asked(stage.console('POST', '/playlists', body), createPlaylistStep(operation));
  }
  const revision = stage.revisions.playlists.get(playlist) ?? FIRST_REVISION;
  return asked(stage.console('PATCH', path, { revision, items }), editPlaylistStep({ ...operation, revision }));
}

function performCampaign(
  stage: Stage,
  operation: Extract<Playing, { readonly kind: `${string} campaign` | 'withdraw' }>,
): Promise<Thread> {
  const { campaign } = operation;
  const lineageId = stage.ids.campaigns[campaign];
  const path = `/campaigns/${lineageId}`;
  const revision = stage.revisions.campaigns.get(campaign) ?? FIRST_REVISION;
  if (operation.kind === 'delete campaign') return asked(stage.console('DELETE', path), deleteCampaignStep(campaign));
  if (operation.kind === 'withdraw') {
    return asked(stage.console('POST', `${path}/withdraw`, { revision }), withdrawStep(campaign, revision));
  }
  const { playlist } = operation;
  const landscapePlaylistId = playlist === null ? null : stage.ids.playlists[playlist];
  if (operation.kind === 'edit campaign') {
    const step = editCampaignStep({ campaign, playlist, revision });
    return asked(stage.console('PATCH', path, { revision, landscapePlaylistId }), step);
  }
  const body = { lineageId, name: `Campaign ${campaign}`, landscapePlaylistId };
  return asked(stage.console('POST', '/campaigns', body), createCampaignStep(campaign, operation.playlist));
}

type Preview = {
  readonly revision: number;
  readonly contentHash: string;
  readonly landscape: { readonly after: readonly { readonly mediaId: string }[] };
};

// A person looks at what would change, and agrees to it.
async function publish(stage: Stage, campaign: number): Promise<Thread> {
  const path = `/campaigns/${stage.ids.campaigns[campaign]}/publish`;
  const previewed = await stage.console('GET', path);
  const seen = wordOf(previewed, ({ revision, landscape }: Preview) =>
    sayPreview(
      revision,
      landscape.after.map(({ mediaId }) => toSlot(stage.ids.media, mediaId)),
    ),
  );
  const preview = { step: previewStep(campaign), seen };
  if (previewed?.status !== 200) return [preview];
  const { revision, contentHash }: Preview = Object(previewed.body);
  // The model's files hold random bytes, so every item is one that no screen can play.
  const published = await stage.console('POST', path, { revision, contentHash, confirmNotPlayable: true });
  return [preview, { step: publishStep(campaign), seen: wordOf(published) }];
}
