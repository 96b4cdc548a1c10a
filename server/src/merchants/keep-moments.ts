import { flightIn } from '@vitrine/contract/campaign-status';
import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { lockFlights, selectDeletedFlights, updateDeletedFlights, updateFlights } from './flight-queries.js';

type Zones = { readonly from: string; readonly to: string };

// Flights are written in local time. Here they are written anew, so that each starts and ends at the moment at which it did:
// of what is live, of what is worked on, and of what lies in the trash. Older versions stay as they were published. The
// campaigns that read otherwise now, for the feed.
export async function keepMoments(
  db: Queryable,
  merchantId: MerchantId,
  { from, to }: Zones,
  at: string,
): Promise<string[]> {
  for (const { id, content } of await selectDeletedFlights(db, merchantId)) {
    const versions = content.versions.map((version) => {
      const { start, end } = flightIn({ start: version.flightStart, end: version.flightEnd }, from, to);
      return { ...version, flightStart: start, flightEnd: end };
    });
    await updateDeletedFlights(db, merchantId, id, { ...content, versions });
  }
  const flights = await lockFlights(db, merchantId);
  const moved = flights.flatMap((one) => {
    const { start, end } = flightIn(one, from, to);
    return start === one.start && end === one.end ? [] : [{ ...one, start, end }];
  });
  await updateFlights(db, merchantId, moved, at);
  const shown = moved.filter(({ archived }) => !archived);
  return [...new Set(shown.map(({ lineageId }) => lineageId))];
}
