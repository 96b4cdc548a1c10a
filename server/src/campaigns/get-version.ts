import type { LiveContent } from '@vitrine/contract/campaign-content';
import type { CampaignVersion } from '@vitrine/contract/campaign-versions';
import { VERSIONS_WITH_CONTENT_MAX } from '@vitrine/contract/console-limits';
import { isOverAt } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import { parseLineageId, type MerchantId } from '../ids.js';
import { selectItems } from '../playlists/queries.js';
import type { PersonPrincipal } from '../principal.js';
import { playlistIdsOf, requireFacts, type CampaignFacts } from './campaign-facts.js';
import { compareContent, type Comparison } from './compare-content.js';
import { findShown, itemsOf, toShownVersion, type CampaignInput, type ConsoleCampaignDeps } from './get-campaign.js';
import { comparePortrait, toContent } from './plan-publish.js';
import { toChanges } from './preview-publish.js';
import { selectPublished, type Version } from './queries.js';

type VersionInput = CampaignInput & { readonly query: { readonly version?: number } };

// What a version played, and how it differs from what is live today, or, where nothing is, from what is worked on.
export async function getCampaignVersion(
  { db, store, clock }: Pick<ConsoleCampaignDeps, 'db' | 'store' | 'clock'>,
  { merchantId }: PersonPrincipal,
  { params, query }: VersionInput,
): Promise<CampaignVersion> {
  const lineageId = parseLineageId(params.lineageId);
  const facts = await requireFacts(db, merchantId, lineageId);
  const old = await selectPublished(db, merchantId, lineageId, query.version);
  if (old === undefined || old.publishedAt === null) throw notFound('version');
  const content = requireContent(old);
  const isLive = old.version === facts.liveVersion;
  const today = isLive ? null : await findToday(db, merchantId, facts, content);
  const seen = [today?.landscape, today?.portrait].flatMap((side) => (side ? [...side.after, ...side.removed] : []));
  const show = await findShown({ db, store }, merchantId, [...itemsOf(content), ...seen]);
  const landscape = content.landscape.items.map(show);
  const portrait = content.portrait?.items.map(show) ?? null;
  return {
    ...toShownVersion(old),
    isLive,
    publishedAt: old.publishedAt,
    publishedBy: old.publishedBy,
    landscape,
    portrait,
    today: today && {
      ...today,
      landscape: toChanges(today.landscape, show),
      portrait: today.portrait && toChanges(today.portrait, show),
    },
    missing: [...landscape, ...(portrait ?? [])].filter(({ media }) => media === null).length,
    bringsBackFlight: !isOverAt(old.flight, facts.timeZone, clock.now()),
  };
}

export function requireContent({ version, content }: Version): LiveContent {
  if (content !== null) return content;
  throw new ApiError(
    'not_found',
    `What version ${version} played is no longer stored: only the newest ${VERSIONS_WITH_CONTENT_MAX} versions keep it.`,
  );
}

type Today = {
  readonly what: 'live' | 'draft';
  readonly version: number;
  readonly flight: CampaignFacts['newest']['flight'];
  readonly landscape: Comparison;
  readonly portrait: Comparison | null;
};

async function findToday(
  db: Queryable,
  merchantId: MerchantId,
  { live, newest }: CampaignFacts,
  before: LiveContent,
): Promise<Today> {
  const { version, flight } = live ?? newest;
  const after = live?.content ?? (await findPlanned(db, merchantId, newest));
  return {
    what: live === null ? 'draft' : 'live',
    version,
    flight,
    landscape: compareContent(before.landscape.items, after.landscape.items),
    portrait: comparePortrait(before, after),
  };
}

async function findPlanned(
  db: Queryable,
  merchantId: MerchantId,
  newest: CampaignFacts['newest'],
): Promise<LiveContent> {
  const items = await selectItems(db, merchantId, playlistIdsOf(newest));
  const { landscapePlaylist, portraitPlaylist } = newest;
  return {
    landscape: toContent(landscapePlaylist, items),
    portrait: portraitPlaylist && toContent(portraitPlaylist, items),
  };
}
