import { PREVIEW_MINUTES } from '@vitrine/contract/ai-limits';
import type { publishTools } from '@vitrine/contract/work-tools';
import { getConsoleCampaign } from '../campaigns/get-campaign.js';
import { withdrawCampaign } from '../campaigns/move-campaign.js';
import { previewPublish } from '../campaigns/preview-publish.js';
import { publishCampaign } from '../campaigns/publish-campaign.js';
import { ApiError } from '../errors.js';
import { previewSentence, titled } from './preview-sentence.js';
import { sayFlight } from './say.js';
import { findSealed, seal } from './sealed.js';
import type { AssistantDeps, HandlersOf, Question, ToolPrincipal } from './tool-call.js';

export const publishHandlers: HandlersOf<typeof publishTools> = {
  async publish_campaign(deps, caller, { id, revision, hash, confirmNotPlayable = false }) {
    const { key, person } = caller;
    const params = { lineageId: id };
    const seen = { lineageId: id, sealed: hash };
    const contentHash = findSealed(deps.previewKey, key, 'preview', seen, deps.clock.now());
    if (contentHash === undefined) {
      throw new ApiError(
        'conflict',
        `Call preview_publish first, show the person what would change, and pass on its hash: it counts for ${PREVIEW_MINUTES} minutes and for this key alone.`,
      );
    }
    const question = await findQuestion(deps, caller, { lineageId: id, contentHash, confirmNotPlayable });
    if (question !== undefined) return question;
    const publish = publishCampaign(deps, person, { params, body: { revision, contentHash, confirmNotPlayable } });
    const { lineageId, name, status, live, ...campaign } = await publish.catch((error: unknown) =>
      findPublished(deps, caller, { id, revision }, error),
    );
    if (live === null) throw new Error('what was published is not live');
    const { version, publishedAt, flight } = live;
    const data = { id: lineageId, name, status, version, publishedAt, flight, revision: campaign.revision };
    return {
      data,
      text: `Published: version ${version} of «${name}» is live, ${sayFlight(flight)}. It is ${status} now.`,
    };
  },

  async withdraw_campaign(deps, caller, { id, revision }) {
    const question = await findWithdrawalQuestion(deps, caller, { id, revision });
    if (question !== undefined) return question;
    const { lineageId, name, status, ...campaign } = await withdrawCampaign(deps, caller.person, {
      params: { lineageId: id },
      body: { revision },
    });
    const data = { id: lineageId, name, status, revision: campaign.revision };
    return { data, text: `«${name}» is off the screens. It is ${status} now and can be published again.` };
  },
};

type Based = { readonly id: string; readonly revision: number };

// Whoever did not hear that it was published and calls again is told so: the one change since is that this person published it.
async function findPublished(deps: AssistantDeps, { person }: ToolPrincipal, { id, revision }: Based, error: unknown) {
  if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error;
  const campaign = await getConsoleCampaign(deps, person, { params: { lineageId: id } });
  const { live } = campaign;
  const isOwn = live?.publishedBy?.personId === person.person.id && campaign.revision === revision + 1;
  const isFresh = live !== null && deps.clock.now() - Date.parse(live.publishedAt) < PREVIEW_MINUTES * 60_000;
  if (!isOwn || !isFresh) throw error;
  return campaign;
}

// As before a publish: the person has the last word where the program can ask.
async function findWithdrawalQuestion(
  deps: AssistantDeps,
  { key, person, talk }: ToolPrincipal,
  { id, revision }: Based,
): Promise<Question | undefined> {
  if (!talk.canAsk) return undefined;
  if (talk.said === 'no') throw new ApiError('conflict', 'The person did not agree. It stays on the screens.');
  const seen = { lineageId: id, contentHash: String(revision) };
  const asked = { lineageId: id, sealed: talk.seal ?? '' };
  const agreed = findSealed(deps.previewKey, key, 'withdrawal', asked, deps.clock.now());
  if (talk.said === 'yes' && agreed === seen.contentHash) return undefined;
  const { name, live, ...campaign } = await getConsoleCampaign(deps, person, { params: { lineageId: id } });
  // What cannot be withdrawn is refused without a word to the person.
  if (live === null || campaign.revision !== revision) return undefined;
  const question = `Withdrawing ${titled(name)} takes it off the screens at once. Withdraw it now?`;
  return { question, seal: seal(deps.previewKey, key, 'withdrawal', seen, deps.clock.now()) };
}

type Seen = { readonly lineageId: string; readonly contentHash: string };
type Wanted = Seen & { readonly confirmNotPlayable: boolean };

// Where the program can ask, the person has the last word, about exactly this: an answer counts with the seal that its question
// had. Undefined when there is nothing left to ask.
async function findQuestion(
  { previewKey, clock, ...deps }: AssistantDeps,
  { key, person, talk }: ToolPrincipal,
  { confirmNotPlayable, ...seen }: Wanted,
): Promise<Question | undefined> {
  if (!talk.canAsk) return undefined;
  if (talk.said === 'no') throw new ApiError('conflict', 'The person did not agree. Nothing was published.');
  const { lineageId, contentHash } = seen;
  const asked = { lineageId, sealed: talk.seal ?? '' };
  const agreed = findSealed(previewKey, key, 'question', asked, clock.now());
  if (talk.said === 'yes' && agreed === contentHash) return undefined;
  const params = { lineageId };
  const { name, tags } = await getConsoleCampaign({ ...deps, clock }, person, { params });
  const preview = await previewPublish({ ...deps, clock }, person, { params });
  // What cannot be published as it was seen is refused without a word to the person.
  if (preview.contentHash !== contentHash || !preview.canPublish) return undefined;
  if (preview.notPlayable.length > 0 && !confirmNotPlayable) return undefined;
  const question = `${previewSentence({ name, tags }, preview)} Publish it now?`;
  return { question, seal: seal(previewKey, key, 'question', seen, clock.now()) };
}
