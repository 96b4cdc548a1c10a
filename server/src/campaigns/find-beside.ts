import type { Flight } from '@vitrine/contract/campaign-content';
import { boundsOf } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { CampaignFacts } from './campaign-facts.js';
import { selectFlights, selectScreenTags } from './flight-queries.js';

type Beside = { readonly lineageId: string; readonly name: string };

// With which others a campaign would take turns. Flights are read in the merchant's zone: in every other one both are
// shifted alike.
export async function findBeside(
  db: Queryable,
  merchantId: MerchantId,
  facts: CampaignFacts,
  now: number,
): Promise<Beside[]> {
  const { newest, timeZone, tagIds } = facts;
  const flights = await selectFlights(db, merchantId);
  const screens = (await selectScreenTags(db, merchantId)).map(({ tagIds: own }) => own);
  const reaches = (screen: readonly string[], tags: readonly string[]): boolean =>
    screen.length === 0 || screen.some((tag) => tags.includes(tag));
  // Without a screen, nothing says that they do not meet.
  const meet = (tags: readonly string[]): boolean =>
    screens.length === 0 || screens.some((screen) => reaches(screen, tags) && reaches(screen, tagIds));
  const wanted = spanOf(newest.flight, timeZone, now);
  return flights
    .filter((other) => other.lineageId !== facts.lineageId && meet(other.tagIds))
    .filter((other) => overlap(wanted, spanOf(other, timeZone, now)))
    .map(({ lineageId, name }) => ({ lineageId, name }));
}

type Span = { readonly from: number; readonly to: number };

// What is left of it.
function spanOf(flight: Flight, timeZone: string, now: number): Span {
  const { startsAt, endsAt } = boundsOf(flight, timeZone);
  return { from: Math.max(startsAt ?? now, now), to: endsAt ?? Infinity };
}

const overlap = (one: Span, other: Span): boolean =>
  one.from < one.to && other.from < other.to && one.from < other.to && other.from < one.to;
