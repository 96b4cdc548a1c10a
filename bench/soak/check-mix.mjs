// A new endpoint is in the mix, or, of the console's, named here; otherwise the soak does not start.
import { endpoints } from '@vitrine/contract/endpoints';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';

// Rare, slow by intent (passwords), or an end of what the soak needs.
const LEFT_OUT =
  `signIn signOut signOutEverywhere switchMerchant createToken revokeToken rotateToken getTokenUsage listPeople
  changeRole removePerson listInvitations invitePerson withdrawInvitation lookInvitation acceptInvitation
  updateMerchant exportActivity startConsoleUpload finalizeConsoleUpload startConsoleParts
  getConsoleUpload cancelUpload freeHeldRoom addPage changeMediaTags emptyTrash
  listConsoleMediaIds listMediaAdders tagManyMedia deleteManyMedia
  startThumbnail finishThumbnail reportBroken replaceMedia listTagCounts renameTag mergeTag deleteTag
  createPlaylist addPlaylistItems deletePlaylist createCampaign listCampaignVersions withdrawCampaign archiveCampaign
  restoreCampaign discardDraft deleteCampaign`.split(/\s+/);

export function requireEveryEndpoint(acts, table = endpoints) {
  const called = new Set(acts.flatMap(({ calls }) => calls));
  const missing = Object.keys(table).filter((name) => !called.has(name) && !LEFT_OUT.includes(name));
  if (missing.length > 0) throw new Error(`The mix of the soak (bench/soak/mix.mjs) lacks ${missing.join(', ')}.`);
}

// A token that took more than this share of its minute might meet its limit by chance.
const SHARE_MAX = 0.7;

export function requireWithinLimits(acts, { rate, merchants, tokens }) {
  const round = callsOf(acts);
  const perMinute = (method) =>
    (round.filter((name) => endpoints[name]?.access.by === 'token' && endpoints[name].method === method).length /
      round.length) *
    rate *
    60;
  const need = Math.max(perMinute('GET') / READS_PER_MINUTE_MAX, perMinute('POST') / WRITES_PER_MINUTE_MAX);
  const merchantsMin = Math.ceil(need / SHARE_MAX / tokens);
  if (merchants >= merchantsMin) return;
  throw new Error(
    `${rate} requests a second are more than the limits of ${merchants} merchants allow: at least ${merchantsMin} are needed.`,
  );
}

const callsOf = (acts) => acts.flatMap(({ weight, calls }) => Array.from({ length: weight }, () => calls).flat());
